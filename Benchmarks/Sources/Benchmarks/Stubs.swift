import Foundation
import Talyn

/// Immediate stubs, one after the other, on one thread.
enum Stubs {
    enum GitHub: TargetType {
        case zen
        case user(String)

        static let base = URL(string: "https://api.github.com") ?? URL(fileURLWithPath: "/")
        static let sample = Data("Half measures are as bad as nothing at all.".utf8)

        var baseURL: URL { Self.base }

        var path: String {
            switch self {
            case .zen: "/zen"
            case .user(let name): "/users/\(name)"
            }
        }

        var sampleData: Data { Self.sample }
    }

    static func withCompletionHandler(_ seconds: Double) -> Sample {
        let provider = Provider<GitHub>(stubClosure: Provider.immediatelyStub)
        let answered = Counter()
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<1000 {
                provider.request(.zen) { result in
                    if case .success(let response) = result, response.data.count == 43 { answered.count += 1 }
                }
            }
        } while stopwatch.lap(1000)
        precondition(answered.count == stopwatch.operations, "A stub didn't answer before request returned.")
        return stopwatch.sample()
    }

    static func async(_ seconds: Double) async throws -> Sample {
        let provider = Provider<GitHub>(stubClosure: Provider.immediatelyStub)
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<1000 {
                guard try await provider.request(.zen).data.count == 43 else { throw UnexpectedAnswer() }
            }
        } while stopwatch.lap(1000)
        return stopwatch.sample()
    }

    private final class Counter: @unchecked Sendable {  // Only touched by the thread that measures.
        var count = 0
    }
}
