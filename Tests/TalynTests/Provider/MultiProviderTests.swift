import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct MultiProviderTests {
    private struct Find: DecodableTargetType {
        typealias ResultType = User

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/users/ada" }
        var sampleData: Data { Data(#"{"name":"ada"}"#.utf8) }
    }

    private struct Seen: Plugin {
        let recorder: Recorder<String>

        func willSend(_ request: PreparedRequest, target: any TargetType) {
            recorder.record("\(type(of: target))")
        }
    }

    private let provider = MultiProvider(stubClosure: MultiProvider.immediatelyStub)

    @Test func targetsOfAnyTypeAreCalled() async throws {
        #expect(try await provider.request(Zen.zen).mapString() == "Keep it simple.")
        let user = try await provider.request(Find())
        #expect(user == User(name: "ada"))
        let response: Response = try await provider.request(Find())
        #expect(response.statusCode == 200)
        #expect(try await provider.request(Zen.user("grace"), as: User.self) == User(name: "grace"))
    }

    @Test func targetsWhoseTypeIsNotKnownAreCalled() async throws {
        let targets: [any TargetType] = [Zen.zen, Find()]
        for target in targets {
            #expect(try await provider.request(target).statusCode == 200)
        }
    }

    @Test func wrappedTargetsAreCalledAsByAnyProvider() async throws {
        #expect(try await provider.request(MultiTarget(Zen.zen)).mapString() == "Keep it simple.")
        #expect(try await provider.request(.target(Zen.zen)).mapString() == "Keep it simple.")
        #expect(try await provider.request(MultiTarget(Zen.user("a")), as: User.self) == User(name: "a"))
        let plain: Provider<MultiTarget> = provider
        #expect(try await plain.request(.target(Zen.user("a")), as: User.self) == User(name: "a"))
    }

    @Test func completionHandlersGetWhatTheTargetGives() {
        let recorder = Recorder<String>()
        provider.request(Zen.zen) { recorder.record($0.text) }
        provider.request(Find()) { result in
            if case .success(let user) = result { recorder.record("user \(user.name)") }
        }
        provider.request(Find()) { recorder.record("\($0)".contains("User(") ? "value" : "response") }
        provider.request(Find()) { (result: Result<Response, TalynError>) in recorder.record(result.text) }
        provider.request(Find(), progress: { recorder.record("\($0.completed)") }) { result in
            if case .success(let user) = result { recorder.record("user \(user.name)") }
        }
        provider.request(.target(Zen.zen)) { recorder.record($0.text) }
        #expect(recorder.events == ["200", "user ada", "value", "200", "true", "user ada", "200"])
    }

    @Test func pluginsSeeTheTargetsThemselves() async throws {
        let recorder = Recorder<String>()
        let provider = MultiProvider(stubClosure: MultiProvider.immediatelyStub, plugins: [Seen(recorder: recorder)])
        _ = try await provider.request(Zen.zen)
        _ = try await provider.request(Find())
        _ = try await provider.request(MultiTarget(Zen.zen), as: EmptyResult.self)
        #expect(recorder.events == ["Zen", "Find", "Zen"])
    }

    @Test func closuresGetTheWrappedTarget() async throws {
        let provider = MultiProvider(
            endpointClosure: { target in
                Endpoint(target).adding(newHTTPHeaderFields: ["X-Target": "\(type(of: target.target))"])
            },
            stubClosure: { $0.target is Zen ? .immediate : .never },
            transport: ClosureTransport { _ in TransportResponse(statusCode: 299, body: HTTPBody(Data("{}".utf8))) }
        )
        let response = try await provider.request(Zen.zen)
        #expect(response.statusCode == 200)
        #expect(response.request?.value(forHTTPHeaderField: "X-Target") == "Zen")
        #expect(try await provider.request(Find(), as: EmptyResult.self) == EmptyResult())
    }

    @Test func subclassMayOverrideRequest() {
        final class Counting: MultiProvider, @unchecked Sendable {  // Its state has a lock.
            let recorder = Recorder<String>()

            @discardableResult
            override func request(
                _ target: MultiTarget,
                callbackQueue: DispatchQueue? = nil,
                progress: ProgressBlock? = nil,
                completion: @escaping Completion
            ) -> any Cancellable {
                recorder.record(target.path)
                return super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
            }
        }
        let provider = Counting(stubClosure: MultiProvider.immediatelyStub)
        provider.request(Zen.zen) { (_: Result<Response, TalynError>) in }
        provider.request(Find()) { (_: Result<User, TalynError>) in }
        #expect(provider.recorder.events == ["/zen", "/users/ada"])
    }
}
