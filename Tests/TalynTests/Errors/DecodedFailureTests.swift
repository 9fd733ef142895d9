import Foundation
import Testing

@testable import Talyn

struct DecodedFailureTests {
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
        var path: String { "/" }
        var validationType: ValidationType { self == .strict ? .successCodes : .none }
        var decoder: JSONDecoder {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }
        var failureType: (any DecodableFailure.Type)? {
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
        var path: String { "/" }
        var failureType: (any DecodableFailure.Type)? { Problem.self }
    }

    private static let problem = Problem(title: "Too fast", retryAfter: 3)
    private static let body = #"{"title": "Too fast", "retry_after": 3}"#

    private func provider<Target: TargetType>(_ status: Int = 429, _ body: String = Self.body) -> Provider<Target> {
        Provider<Target>(answering: { .networkResponse(status, Data(body.utf8)) })
    }

    @Test func failedValidationCarriesTheBody() async {
        let provider: Provider<API> = provider()
        let error = await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(error?.decodedFailure as? Problem == Self.problem)
        #expect(error?.failure(as: Problem.self) == Self.problem)
        #expect(error?.underlyingError as? ValidationError == .unacceptableStatusCode(429))
    }

    @Test func failedFilterCarriesTheBody() async {
        let provider: Provider<API> = provider()
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(.plain).filterSuccessfulStatusCodes()
        }
        #expect(error?.decodedFailure as? Problem == Self.problem)
        guard case .statusCode? = error else {
            Issue.record("\(String(describing: error)) is no statusCode")
            return
        }
    }

    @Test func failedDecodingCallCarriesTheBody() async {
        let provider: Provider<API> = provider()
        let error = await #expect(throws: TalynError.self) { try await provider.request(.plain, as: User.self) }
        #expect(error?.decodedFailure as? Problem == Self.problem)
        let typed: Provider<Find> = self.provider(500, #"{"title": "Down"}"#)
        let typedError = await #expect(throws: TalynError.self) { try await typed.request(Find()) }
        #expect(typedError?.decodedFailure as? Problem == Problem(title: "Down"))
    }

    @Test func bodyThatIsAFailureInSpiteOfItsStatusIsFound() async {
        let provider: Provider<API> = provider(200)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.plain, as: User.self) }
        #expect(error?.underlyingError is DecodingError)
        #expect(error?.decodedFailure as? Problem == Self.problem)
    }

    @Test func mappingAtAKeyPathKeepsTheFailure() async {
        let provider: Provider<API> = provider(200)
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(.plain).map(User.self, atKeyPath: "user")
        }
        #expect(error?.underlyingError is MappingError)
        #expect(error?.decodedFailure as? Problem == Self.problem)
    }

    @Test func everyCaseMayHaveItsOwnType() async {
        let provider: Provider<API> = provider(503, #"{"until": 60}"#)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.outage, as: User.self) }
        #expect(error?.decodedFailure as? Outage == Outage(until: 60))
    }

    @Test func otherBodyLeavesTheErrorAsItIs() async {
        let provider: Provider<API> = provider(502, "<html>Bad Gateway</html>")
        let error = await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(error?.decodedFailure == nil)
        #expect(error?.failure(as: Problem.self) == nil)
        #expect(error?.underlyingError as? ValidationError == .unacceptableStatusCode(502))
        #expect(error?.response?.data == Data("<html>Bad Gateway</html>".utf8))
    }

    @Test func typeThatTheTargetDoesNotNameIsDecodedOnRequest() async {
        let provider: Provider<API> = provider()
        let error = await #expect(throws: TalynError.self) { try await provider.request(.unnamed, as: User.self) }
        #expect(error?.decodedFailure == nil)
        #expect(error?.failure(as: Problem.self) == Self.problem, "by the target's decoder")
        #expect(error?.failure(as: Problem.self, using: JSONDecoder()) == Problem(title: "Too fast"))
    }

    @Test func failureWithoutResponseHasNone() {
        let error = TalynError.underlying(TransportError(.timedOut), nil)
        #expect(error.decodedFailure == nil)
        #expect(error.failure(as: Problem.self) == nil)
        #expect(error.envelopeError == nil)
    }

    @Test func wrappedTargetNamesItToo() async {
        let provider = MultiProvider(answering: { .networkResponse(429, Data(Self.body.utf8)) })
        let error = await #expect(throws: TalynError.self) { try await provider.request(API.strict) }
        #expect(error?.decodedFailure as? Problem == Self.problem)
        #expect(MultiTarget(API.outage).failureType == Outage.self)
    }

    private struct Watching: Plugin {
        let recorder: Recorder<Problem?>

        func didReceive(_ result: Result<Response, TalynError>, target: any TargetType) {
            if case .failure(let error) = result { recorder.record(error.failure(as: Problem.self)) }
        }

        func process(
            _ result: Result<Response, TalynError>,
            target: any TargetType
        ) -> Result<Response, TalynError> {
            if case .failure(let error) = result { recorder.record(error.decodedFailure as? Problem) }
            return result
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

    private struct Answering: Plugin {
        func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
            Response(statusCode: 429, data: Data(DecodedFailureTests.body.utf8))
        }
    }

    @Test func responseThatAPluginMadeKnowsTheTarget() async {
        let provider = Provider<API>(plugins: [Answering()])
        let error = await #expect(throws: TalynError.self) { try await provider.request(.plain, as: User.self) }
        #expect(error?.decodedFailure as? Problem == Self.problem)
    }

    @Test func callsThatReadFailuresOtherwiseDoNotShareARequest() async {
        let clock = ManualClock()
        let provider = Provider<API>(
            answering: { .networkResponse(503, Data(#"{"title": "Down", "until": 60}"#.utf8)) },
            stub: Provider.delayedStub(1),
            clock: clock,
            trackInflights: true
        )
        async let problem = Result { () async throws(TalynError) in try await provider.request(.plain, as: User.self) }
        async let outage = Result { () async throws(TalynError) in try await provider.request(.outage, as: User.self) }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(1))
        #expect(await problem.failure?.decodedFailure as? Problem == Problem(title: "Down"))
        #expect(await outage.failure?.decodedFailure as? Outage == Outage(until: 60))
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
