import Foundation
import Testing

@testable import Talyn

struct ChainTests {
    private struct Find: DecodableTargetType {
        typealias ResultType = User
        let name: String

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/users/\(name)" }
        var sampleData: Data { Data(#"{"name":"\#(name)"}"#.utf8) }
    }

    private struct Impatience: Error {}

    /// Answers without looking at its task.
    private struct Memory: Plugin {
        func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async -> Response {
            Response(statusCode: 200, data: Data())
        }
    }

    private let provider = Provider<Zen>(stubClosure: Provider.immediatelyStub)

    @Test func eachTargetIsMadeFromTheResponseBefore() async throws {
        let responses = try await provider.chain(.user("1")) { response in
            let name = try response.map(User.self).name
            return name.count < 4 ? .user(name + "1") : nil
        }
        #expect(try responses.map { try $0.map(User.self).name } == ["1", "11", "111", "1111"])
    }

    @Test func chainOfOneIsACall() async throws {
        let responses = try await provider.chain(.zen) { _ in nil }
        #expect(responses.count == 1)
    }

    @Test func valuesLeadToTheNextTargetToo() async throws {
        let users = try await provider.chain(.user("a"), as: User.self) { user in
            user.name.count < 3 ? .user(user.name + "a") : nil
        }
        #expect(users.map(\.name) == ["a", "aa", "aaa"])

        let found = try await Provider<Find>(stubClosure: Provider.immediatelyStub).chain(Find(name: "b")) { user in
            user.name.count < 3 ? Find(name: user.name + "b") : nil
        }
        #expect(found.map(\.name) == ["b", "bb", "bbb"])
    }

    @Test func multiProviderChainsTargetsOfAnyTypes() async throws {
        let provider = MultiProvider(stubClosure: MultiProvider.immediatelyStub)
        let responses = try await provider.chain(Zen.user("ada")) { response in
            response.target is Zen ? Find(name: try response.map(User.self).name + "s friend") : nil
        }
        #expect(try responses.map { try $0.map(User.self).name } == ["ada", "adas friend"])
        let wrapped = try await provider.chain(.target(Zen.zen)) { _ in nil }
        #expect(wrapped.count == 1)
    }

    @Test func errorOfTheClosureArrivesInATalynError() async {
        let own = await Result { () async throws(TalynError) in
            try await provider.chain(.zen) { _ in throw Impatience() }
        }
        guard case .failure(.underlying(let error, nil)) = own, error is Impatience else {
            Issue.record("\(own)")
            return
        }
        let mapping = await Result { () async throws(TalynError) in
            try await provider.chain(.zen) { .user(try $0.map(User.self).name) }
        }
        guard case .failure(.objectMapping) = mapping else {
            Issue.record("\(mapping)")
            return
        }
    }

    @Test func failedCallEndsTheChain() async {
        let sent = Recorder<Int>()
        let transport = ClosureTransport { _ in
            sent.record(1)
            guard sent.events.count < 3 else { throw TransportError(.connectionLost) }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let provider = Provider<Zen>(transport: transport)
        let result = await Result { () async throws(TalynError) in try await provider.chain(.zen) { _ in .zen } }
        guard case .failure(let error) = result else {
            Issue.record("It goes on.")
            return
        }
        #expect(error.transportError?.kind == .connectionLost)
        #expect(sent.events.count == 3)
    }

    @Test(arguments: [false, true])
    func cancellationEndsAChainThatHasNoEnd(remembering: Bool) async {
        let provider = Provider<Zen>(
            stubClosure: Provider.immediatelyStub,
            plugins: remembering ? [Memory()] : []
        )
        let result = await Task {
            var count = 0
            return await Result { () async throws(TalynError) in
                try await provider.chain(.zen) { _ in
                    count += 1
                    if count == 100 { withUnsafeCurrentTask { $0?.cancel() } }
                    #expect(count <= 100)
                    return count < 1_000 ? .zen : nil
                }
            }
        }.value
        guard case .failure(let error) = result else {
            Issue.record("It goes on.")
            return
        }
        #expect(error.isCancelled)
    }

    @Test func optionsAreThoseOfEachCall() async {
        let options = RequestOptions { $0.maximumResponseSize = 2 }
        await #expect(throws: TalynError.self) { try await provider.chain(.zen, options: options) { _ in nil } }
    }
}
