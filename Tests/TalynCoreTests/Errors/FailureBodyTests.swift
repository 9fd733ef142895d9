import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct FailureBodyTests {
    private struct Problem: Decodable, Equatable {
        var title: String
        var retryAfter: Int?
    }

    private struct Outage: Decodable, Equatable {
        var until: Int
    }

    private enum API: TargetType {
        case plain, strict, outage, unnamed

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/" }
        var validation: StatusValidation { self == .strict ? .successCodes : .any }
        var coding: CodingOptions { CodingOptions { $0.keys = .snakeCase } }
        var failureBodyType: (any (Decodable & Sendable).Type)? {
            switch self {
            case .plain, .strict: Problem.self
            case .outage: Outage.self
            case .unnamed: nil
            }
        }
    }

    private struct Find: DecodableTargetType {
        typealias ResultType = User

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/" }
        var failureBodyType: (any (Decodable & Sendable).Type)? { Problem.self }
    }

    private static let problem = Problem(title: "Too fast", retryAfter: 3)
    private static let body = #"{"title": "Too fast", "retry_after": 3}"#

    private func provider<Target: TargetType>(_ status: Int = 429, _ body: String = Self.body) -> Provider<Target> {
        Provider<Target>(answering: { .networkResponse(status, Data(body.utf8)) })
    }

    @Test func failedValidationCarriesTheBody() async {
        let provider: Provider<API> = provider()
        let error = await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(error?.failureBody as? Problem == Self.problem)
        #expect(error?.decode(Problem.self) == Self.problem)
        #expect(error?.reason == .unacceptableStatus)
        #expect(error?.statusCode == 429)
    }

    @Test func failedFilterCarriesTheBody() async {
        let provider: Provider<API> = provider()
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(.plain).filter(statusCodes: 200...299)
        }
        #expect(error?.failureBody as? Problem == Self.problem)
        #expect(error?.reason == .unacceptableStatus)
    }

    @Test func failedDecodingCallCarriesTheBody() async {
        let provider: Provider<API> = provider()
        let error = await #expect(throws: TalynError.self) { try await provider.request(.plain, as: User.self) }
        #expect(error?.failureBody as? Problem == Self.problem)
        let typed: Provider<Find> = self.provider(500, #"{"title": "Down"}"#)
        let typedError = await #expect(throws: TalynError.self) { try await typed.request(Find()) }
        #expect(typedError?.failureBody as? Problem == Problem(title: "Down"))
    }

    @Test func bodyThatIsAFailureInSpiteOfItsStatusIsFound() async {
        let provider: Provider<API> = provider(200)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.plain, as: User.self) }
        #expect(error?.underlyingError is DecodingError)
        #expect(error?.failureBody as? Problem == Self.problem)
    }

    @Test func mappingAtAKeyPathKeepsTheFailure() async {
        let provider: Provider<API> = provider(200)
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(.plain).decode(User.self, atKeyPath: "user")
        }
        #expect(error?.underlyingError is MappingError)
        #expect(error?.failureBody as? Problem == Self.problem)
    }

    @Test func everyCaseMayHaveItsOwnType() async {
        let provider: Provider<API> = provider(503, #"{"until": 60}"#)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.outage, as: User.self) }
        #expect(error?.failureBody as? Outage == Outage(until: 60))
    }

    @Test func otherBodyLeavesTheErrorAsItIs() async {
        let provider: Provider<API> = provider(502, "<html>Bad Gateway</html>")
        let error = await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(error?.failureBody == nil)
        #expect(error?.decode(Problem.self) == nil)
        #expect(error?.reason == .unacceptableStatus)
        #expect(error?.statusCode == 502)
        #expect(error?.response?.data == Data("<html>Bad Gateway</html>".utf8))
    }

    @Test func typeThatTheTargetDoesNotNameIsDecodedOnRequest() async {
        let provider: Provider<API> = provider()
        let error = await #expect(throws: TalynError.self) { try await provider.request(.unnamed, as: User.self) }
        #expect(error?.failureBody == nil)
        #expect(error?.decode(Problem.self) == Self.problem, "by the target's decoder")
        #expect(error?.decode(Problem.self, using: JSONDecoder()) == Problem(title: "Too fast"))
    }

    @Test func failureWithoutResponseHasNoBody() {
        let error = TalynError(TransportError(.timedOut))
        #expect(error.failureBody == nil)
        #expect(error.decode(Problem.self) == nil)
        #expect(error.envelopeError == nil)
    }

    @Test func targetOfAMultiProviderNamesItToo() async {
        let provider = MultiProvider(answering: { .networkResponse(429, Data(Self.body.utf8)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(API.strict) }
        #expect(error?.failureBody as? Problem == Self.problem)
    }

    private struct Watching: CallObserver {
        let recorder: Recorder<Problem?>

        func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
            if case .failure(let error) = result { recorder.record(error.decode(Problem.self)) }
        }

        func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
            if case .failure(let error) = result { recorder.record(error.failureBody as? Problem) }
        }
    }

    @Test func pluginsSeeIt() async {
        let recorder = Recorder<Problem?>()
        let provider = Provider<API>(
            answering: { .networkResponse(429, Data(Self.body.utf8)) },
            plugins: [Watching(recorder: recorder)]
        )
        await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(recorder.events == [Self.problem, Self.problem])
    }

    private struct Answering: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            Response(statusCode: 429, data: Data(FailureBodyTests.body.utf8), headerFields: [:])
        }
    }

    @Test func responseThatAPluginMadeKnowsTheTarget() async {
        let provider = Provider<API>(transport: SampleTransport(), plugins: [Answering()])
        let error = await #expect(throws: TalynError.self) { try await provider.request(.plain, as: User.self) }
        #expect(error?.failureBody as? Problem == Self.problem)
    }

    @Test func callsThatShareARequestReadItsFailureEachInTheirWay() async throws {
        let clock = ManualClock()
        let provider = Provider<API>(
            answering: { .networkResponse(503, Data(#"{"title": "Down", "until": 60}"#.utf8)) },
            after: .seconds(1),
            plugins: [CoalescingPlugin()],
            clock: clock
        )
        let calls = [API.plain, .outage].map { StartedCall($0, provider) }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        let responses = [try await calls[0].result().get(), try await calls[1].result().get()]
        let problem = #expect(throws: TalynError.self) { try responses[0].filter(statusCodes: 200...299) }
        #expect(problem?.failureBody as? Problem == Problem(title: "Down"))
        let outage = #expect(throws: TalynError.self) { try responses[1].filter(statusCodes: 200...299) }
        #expect(outage?.failureBody as? Outage == Outage(until: 60))
    }
}
