import Foundation
import Testing

@testable import Talyn

@Suite(.serialized, .sockets, .enabled(if: !(DefaultTransport.shared is NoTransport)))
struct RequestInterceptorTests {
    /// Adds a token; asks for another one when it is refused.
    private final class Tokens: RequestInterceptor {
        let recorder = Recorder<String>()
        let decide: @Sendable (SessionRequest, any Error) -> RetryResult
        private let token = Locked("old")

        init(_ decide: @escaping @Sendable (SessionRequest, any Error) -> RetryResult) {
            self.decide = decide
        }

        func adapt(
            _ urlRequest: URLRequest,
            for session: Session,
            completion: @escaping (Result<URLRequest, any Error>) -> Void
        ) {
            var request = urlRequest
            request.addValue(token.withLock { $0 }, forHTTPHeaderField: "Authorization")
            completion(.success(request))
        }

        func retry(
            _ request: SessionRequest,
            for session: Session,
            dueTo error: any Error,
            completion: @escaping (RetryResult) -> Void
        ) {
            let status = (request.task?.response as? HTTPURLResponse)?.statusCode
            recorder.record("\(request.retryCount) \(status.map { "\($0)" } ?? "none")")
            token.withLock { $0 = "new" }
            completion(decide(request, error))
        }
    }

    private struct Strict: TargetType {
        var baseURL: URL
        var path: String { "/" }
        var validationType: ValidationType { .successCodes }
    }

    private static let guarding: FaultServer.Script = { request in
        request.header("Authorization") == ["new"] ? [.answer(200, [:], "secret")] : [.answer(401, [:], "who?")]
    }

    private func result(
        _ interceptor: any RequestInterceptor,
        clock: any Clock<Duration> = ContinuousClock(),
        _ script: @escaping FaultServer.Script = Self.guarding,
        expectedRequests: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result<Response, TalynError> {
        try await FaultServer.withServer(script: script) { server in
            let session = Session(interceptor: interceptor, clock: clock)
            let result = await Result { () async throws(TalynError) in
                try await Provider<Strict>(transport: session).request(Strict(baseURL: server.baseURL))
            }
            #expect(server.requests.count == expectedRequests, sourceLocation: sourceLocation)
            return result
        }
    }

    @Test func refusedRequestIsAdaptedAndSentAgain() async throws {
        let tokens = Tokens { _, _ in .retry }
        let response = try await result(tokens, expectedRequests: 2).get()
        #expect(try response.mapString() == "secret")
        #expect(tokens.recorder.events == ["0 401"])
    }

    @Test func waitIsTheClocks() async throws {
        let clock = ManualClock()
        let tokens = Tokens { _, _ in .retryWithDelay(2.5) }
        async let result = result(tokens, clock: clock, expectedRequests: 2)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(2.5))
        #expect(try await result.get().statusCode == 200)
    }

    @Test func connectionIsFreeBeforeTheDelay() async throws {
        struct Refusal: Transport {
            let isRead: Locked<Bool>

            func send(_ request: TransportRequest) async throws -> TransportResponse {
                let body = HTTPBody(isReplayable: false) { [isRead] in
                    {
                        isRead.withLock { $0 = true }
                        return nil
                    }
                }
                return TransportResponse(statusCode: 401, body: body)
            }
        }
        let clock = ManualClock()
        let isRead = Locked(false)
        let attempts = InterceptedAttempts(
            session: Session(),
            transport: Refusal(isRead: isRead),
            interceptor: Tokens { _, _ in .retryWithDelay(2.5) },
            clock: clock
        )
        var request = TransportRequest(URLRequest(url: try #require(URL(string: "http://127.0.0.1"))))
        request.validationType = .successCodes
        let task = Task { [request] in _ = try await attempts.send(request) }
        await clock.sleepers(atLeast: 1)
        #expect(isRead.withLock { $0 })
        task.cancel()
        _ = await task.result
    }

    @Test func requestThatIsNotRetriedFailsAsWithoutInterceptor() async throws {
        let result = try await result(Tokens { _, _ in .doNotRetry }, expectedRequests: 1)
        guard case .failure(.underlying(let error, let response)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error as? ValidationError == .unacceptableStatusCode(401))
        #expect(try response?.mapString() == "who?")
    }

    @Test func errorOfTheRetrierFailsTheCallWithTheResponse() async throws {
        struct SignedOut: Error {}
        let result = try await result(Tokens { _, _ in .doNotRetryWithError(SignedOut()) }, expectedRequests: 1)
        guard case .failure(.underlying(let error, let response)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error is SignedOut)
        #expect(response?.statusCode == 401)
        #expect(try response?.mapString() == "who?")
    }

    @Test func sameErrorOfTheRetrierIsTheValidations() async throws {
        let result = try await result(Tokens { .doNotRetryWithError($1) }, expectedRequests: 1)
        guard case .failure(.underlying(let error, let response)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error as? ValidationError == .unacceptableStatusCode(401))
        #expect(response?.statusCode == 401)
    }

    @Test func acceptedStatusIsNotAskedAbout() async throws {
        let tokens = Tokens { _, _ in .retry }
        _ = try await result(tokens, { _ in [.answer(204)] }, expectedRequests: 1).get()
        #expect(tokens.recorder.events.isEmpty)
    }

    @Test func failureOfTheTransportIsAskedAbout() async throws {
        let tokens = Tokens { request, _ in request.retryCount < 2 ? .retry : .doNotRetry }
        let session = Session(interceptor: tokens)
        let url = try #require(URL(string: "http://127.0.0.1:\(try closedPort())"))
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Strict>(transport: session).request(Strict(baseURL: url))
        }
        #expect(error?.isConnectionFailure == true)
        #expect(tokens.recorder.events == ["0 none", "1 none", "2 none"])
    }

    @Test func errorOfTheAdapterFailsTheCall() async throws {
        struct NoToken: Error {}
        struct Adapter: RequestInterceptor {
            func adapt(
                _ urlRequest: URLRequest,
                for session: Session,
                completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
            ) {
                DispatchQueue.global().async { completion(.failure(NoToken())) }
            }
        }
        let result = try await result(Adapter(), expectedRequests: 0)
        guard case .failure(let error) = result else { return }
        #expect(error.underlyingError is NoToken)
    }

    @Test func bodyOfTheAdapterTakesThePlaceOfAStream() async throws {
        struct Adapter: RequestInterceptor {
            func adapt(
                _ urlRequest: URLRequest,
                for session: Session,
                completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
            ) {
                var request = urlRequest
                request.httpBody = Data("adapted".utf8)
                completion(.success(request))
            }
        }
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            var urlRequest = URLRequest(url: server.baseURL)
            urlRequest.httpMethod = "PUT"
            var request = TransportRequest(urlRequest)
            request.body = HTTPBody(length: 0, isReplayable: false) { { nil } }
            let response = try await Session(interceptor: Adapter()).send(request)
            #expect(response.statusCode == 200)
            #expect(server.requests.first?.body == Array("adapted".utf8))
        }
    }

    @Test func bodyThatCannotBeSentAgainIsNot() async throws {
        let tokens = Tokens { _, _ in .retry }
        try await FaultServer.withServer(script: Self.guarding) { server in
            var urlRequest = URLRequest(url: server.baseURL)
            urlRequest.httpMethod = "PUT"
            var request = TransportRequest(urlRequest)
            request.validationType = .successCodes
            request.body = HTTPBody(length: 0, isReplayable: false) { { nil } }
            let response = try await Session(interceptor: tokens).send(request)
            #expect(response.statusCode == 401)
        }
        #expect(tokens.recorder.events.isEmpty)
    }

    @Test(arguments: [true, false])
    func interceptorThatNeverAnswersCanBeCancelled(_ isAdapter: Bool) async throws {
        struct Silent: RequestInterceptor {
            let isAdapter: Bool
            let asked = Callback<Bool>()

            func adapt(
                _ urlRequest: URLRequest,
                for session: Session,
                completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
            ) {
                if isAdapter { asked.resolve(true) } else { completion(.success(urlRequest)) }
            }

            func retry(
                _ request: SessionRequest,
                for session: Session,
                dueTo error: any Error,
                completion: @escaping @Sendable (RetryResult) -> Void
            ) {
                asked.resolve(true)
            }
        }
        let silent = Silent(isAdapter: isAdapter)
        try await FaultServer.withServer(script: Self.guarding) { server in
            let provider = Provider<Strict>(transport: Session(interceptor: silent))
            let call = StartedCall(.task, Strict(baseURL: server.baseURL), provider)
            _ = await silent.asked.value()
            try await call.cancelAndExpectCompletion()
        }
    }
}
