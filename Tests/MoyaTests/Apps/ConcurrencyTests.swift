import Foundation
@preconcurrency import Moya
import Testing

// What apps added to quiet the compiler before the library was Sendable.

extension MoyaProvider: @unchecked @retroactive Sendable {}
extension Moya.Response: @unchecked Sendable {}
extension MoyaError: @retroactive @unchecked Sendable {}

actor Repository {
    private let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)
    private(set) var loads = 0

    func zen() async throws -> String {
        loads += 1
        return try await provider.request(.zen).mapString()
    }
}

@MainActor
final class ViewModel {
    private let provider: MoyaProvider<GitHub>
    var title = ""

    nonisolated init(provider: MoyaProvider<GitHub>) {
        self.provider = provider
    }

    func load() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            provider.request(.zen) { [weak self] result in
                _Concurrency.Task { @MainActor in
                    self?.title = (try? result.get().mapString()) ?? ""
                    continuation.resume()
                }
            }
        }
    }

    // No await: the completion handler's call is meant, in a task too.
    func loadLater() -> _Concurrency.Task<Void, Never> {
        return _Concurrency.Task {
            provider.request(.zen) { result in
                switch result {
                case .success: break
                case .failure(let error): print(error)
                }
            }
            provider.request(.zen) { _ in }
        }
    }
}

struct ConcurrencyTests {
    @Test func actorsAndViewModelsCallProviders() async throws {
        let repository = Repository()
        #expect(try await repository.zen().hasPrefix("Half"))
        #expect(await repository.loads == 1)
        let model = await ViewModel(provider: MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub))
        await model.load()
        #expect(await model.title.hasPrefix("Half"))
        await model.loadLater().value
    }
}
