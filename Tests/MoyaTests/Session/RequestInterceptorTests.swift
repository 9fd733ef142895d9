// With its trait, interceptors are Alamofire's.
#if !Alamofire && (AsyncHTTPClient || !os(Linux))
import Foundation
@testable import Moya
import TestSupport
import Testing

@Suite(.serialized, .sockets) struct RequestInterceptorTests {
    /// Adds a token, and has another one when it is refused.
    private final class Tokens: RequestInterceptor, @unchecked Sendable {
        let recorder = Recorder<String>()
        let decide: (Session.FailedRequest, Error) -> Session.RetryResult
        private let lock = NSLock()
        private var token = "old"

        init(_ decide: @escaping (Session.FailedRequest, Error) -> Session.RetryResult) {
            self.decide = decide
        }

        func adapt(
            _ urlRequest: URLRequest,
            for session: Session,
            completion: @escaping (Result<URLRequest, Error>) -> Void
        ) {
            var request = urlRequest
            lock.lock()
            request.setValue(token, forHTTPHeaderField: "Authorization")
            lock.unlock()
            completion(.success(request))
        }

        func retry(
            _ request: Request,
            for session: Session,
            dueTo error: Error,
            completion: @escaping (RetryResult) -> Void
        ) {
            let status = (request.task?.response as? HTTPURLResponse)?.statusCode
            recorder.record("\(request.retryCount) \(status.map { "\($0)" } ?? "none")")
            lock.lock()
            token = "new"
            lock.unlock()
            completion(decide(request, error))
        }
    }

    private static let guarding: FaultServer.Script = { request in
        request.header("Authorization") == ["new"] ? [.answer(200, [:], "secret")] : [.answer(401, [:], "who?")]
    }

    private func result(
        _ interceptor: any RequestInterceptor,
        plugins: [any PluginType] = [],
        clock: any Clock<Duration> = ContinuousClock(),
        _ script: @escaping FaultServer.Script = Self.guarding,
        expectedRequests: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result<Moya.Response, MoyaError> {
        let session = Session(configuration: .patient, interceptor: interceptor, clock: clock)
        let provider = MoyaProvider<Local>(session: session, plugins: plugins)
        return try await FaultServer.withServer(script: script) { server in
            let result = await provider.result(of: Local(server.baseURL).strict)
            #expect(server.requests.count == expectedRequests, sourceLocation: sourceLocation)
            return result
        }
    }

    @Test func aRefusedRequestIsAdaptedAndSentAgain() async throws {
        let tokens = Tokens { _, _ in .retry }
        let response = try await result(tokens, expectedRequests: 2).get()
        #expect(try response.mapString() == "secret")
        #expect(tokens.recorder.events == ["0 401"])
    }

    @Test func pluginsPrepareEachAttempt() async throws {
        final class Counting: PluginType {
            let recorder = Recorder<String>()

            func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
                recorder.record("prepare")
                return request
            }

            func willSend(_ request: RequestType, target: TargetType) { recorder.record("willSend") }

            func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) {
                recorder.record("didReceive")
            }
        }
        let plugin = Counting()
        _ = try await result(Tokens { _, _ in .retry }, plugins: [plugin], expectedRequests: 2).get()
        #expect(plugin.recorder.events == ["prepare", "willSend", "prepare", "willSend", "didReceive"])
    }

    @Test func theDelayIsTheClocks() async throws {
        let clock = ManualClock()
        let tokens = Tokens { _, _ in .retryWithDelay(2.5) }
        async let result = result(tokens, clock: clock, expectedRequests: 2)
        // The limit of reading the rest of the first response sleeps on the clock, too.
        await clock.sleeper(for: .seconds(2.5))
        clock.advance(by: .seconds(2.5))
        #expect(try await result.get().statusCode == 200)
    }

    @Test func aRequestThatIsNotSentAgainFailsAsWithoutInterceptor() async throws {
        let result = try await result(Tokens { _, _ in .doNotRetry }, expectedRequests: 1)
        #expect(result.underlying?.asAFError?.responseCode == 401)
        #expect(try result.error?.response?.mapString() == "who?")
    }

    @Test func theRetriersErrorFailsTheCallWithTheResponse() async throws {
        struct SignedOut: Error {}
        let result = try await result(Tokens { _, _ in .doNotRetryWithError(SignedOut()) }, expectedRequests: 1)
        #expect(result.underlying?.asAFError?.isRequestRetryError == true)
        #expect(result.underlying?.asAFError?.underlyingError is SignedOut)
        #expect(try result.error?.response?.mapString() == "who?")
    }

    @Test func retrierSeesTheRequestAsThePluginsPreparedIt() async throws {
        let fields = Recorder<[String: String]?>()
        let tokens = Tokens { request, _ in
            fields.record(request.request?.allHTTPHeaderFields)
            return request.retryCount == 0 ? .retry : .doNotRetry
        }
        _ = try await result(tokens, { _ in [.answer(401)] }, expectedRequests: 2)
        #expect(fields.events == [["Authorization": "old"], ["Authorization": "new"]])
    }

    @Test func retrierSeesTheValidationError() async throws {
        let codes = Recorder<Int?>()
        let tokens = Tokens { _, error in
            codes.record(error.asAFError?.responseCode)
            return .doNotRetryWithError(error)
        }
        let result = try await result(tokens, expectedRequests: 1)
        #expect(codes.events == [401])
        #expect(result.underlying?.asAFError?.responseCode == 401)
        #expect(result.error?.response?.statusCode == 401)
    }

    @Test func theRetrierIsNotAskedAboutAcceptedStatusCodes() async throws {
        let tokens = Tokens { _, _ in .retry }
        _ = try await result(tokens, { _ in [.answer(204)] }, expectedRequests: 1).get()
        #expect(tokens.recorder.events.isEmpty)
    }

    @Test func theAdaptersErrorFailsTheCall() async throws {
        struct NoToken: Error {}
        struct Adapter: RequestInterceptor {
            func adapt(
                _ urlRequest: URLRequest,
                for session: Session,
                completion: @escaping @Sendable (Result<URLRequest, Error>) -> Void
            ) {
                DispatchQueue.global().async { completion(.failure(NoToken())) }
            }
        }
        let error = try await result(Adapter(), expectedRequests: 0).underlying?.asAFError
        #expect(error?.isRequestAdaptationError == true)
        #expect(error?.underlyingError is NoToken)
    }

    @Test(arguments: [true, false])
    func anInterceptorThatNeverAnswersCanBeCancelled(_ isAdapter: Bool) async throws {
        struct Silent: RequestInterceptor {
            let isAdapter: Bool
            let asked: AsyncStream<Void>.Continuation

            func adapt(
                _ urlRequest: URLRequest,
                for session: Session,
                completion: @escaping @Sendable (Result<URLRequest, Error>) -> Void
            ) {
                if isAdapter { asked.yield() } else { completion(.success(urlRequest)) }
            }

            func retry(
                _ request: Request,
                for session: Session,
                dueTo error: Error,
                completion: @escaping @Sendable (RetryResult) -> Void
            ) {
                asked.yield()
            }
        }
        let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
        let session = Session(configuration: .patient, interceptor: Silent(isAdapter: isAdapter, asked: continuation))
        let provider = MoyaProvider<Local>(session: session)
        try await FaultServer.withServer(script: Self.guarding) { server in
            async let result = provider.result(of: Local(server.baseURL).strict)
            for await _ in asked { break }
            session.cancelAllRequests()
            #expect(await result.underlying?.asAFError?.isExplicitlyCancelledError == true)
        }
    }
}
#endif
