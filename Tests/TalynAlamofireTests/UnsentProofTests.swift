#if Alamofire
import Alamofire
import Foundation
import HTTPTypes
import Talyn
import TalynAlamofire
import Testing
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension AlamofireTransportTests {
    /// Errors that say that nothing was sent have proof of it.
    @Suite struct UnsentProofTests {
        private static func post(_ url: URL, _ body: RequestBody = .data(Data("a".utf8))) -> Call {
            var call = Call(url)
            call.method = .post
            call.body = body
            return call
        }

        /// A call whose body waits for the server. On Linux, Foundation traps on a retry after a body.
        private static func waitingPost(_ url: URL) -> Call {
            var call = post(url)
            call.headerFields[.expect] = "100-continue"
            return call
        }

        private static func closedURL() throws -> URL {
            try #require(URL(string: "http://127.0.0.1:\(try closedPort())"))
        }

        private static func failure(
            of call: Call,
            _ transport: AlamofireTransport,
            _ plugins: any Talyn.Plugin...
        ) async throws -> TransportError {
            let provider = Provider<Call>(transport: transport, plugins: plugins)
            let error = await #expect(throws: TalynError.self) { try await provider.request(call) }
            return try #require(error?.transportError)
        }

        @Test func refusedConnectionProvesThatNothingWasSent() async throws {
            for data in [Data("a".utf8), Data(), nil] {
                let url = try Self.closedURL()
                let body = data.map { RequestBody.data($0) } ?? .none
                let error = try await Self.failure(of: Self.post(url, body), .with())
                #expect(error.kind == .cannotConnect)
                // libcurl may have sent a request without a body on another connection before.
                #if os(Linux)
                #expect(error.mayHaveBeenSent == (data?.isEmpty != false))
                #else
                #expect(!error.mayHaveBeenSent)
                #endif
            }
        }

        @Test func failureOfALaterAttemptProvesNothing() async throws {
            let rerouting = ReroutingInterceptor(to: try Self.closedURL(), after: 1)
            try await FaultServer.withServer(readsBody: false, script: { _ in [.reset] }) { server in
                let call = Self.waitingPost(server.baseURL)
                let error = try await Self.failure(of: call, .with(interceptor: rerouting))
                #expect(error.kind == .cannotConnect)
                #expect(error.mayHaveBeenSent)
                #expect(rerouting.attempts.value == 2)
                #expect(await server.headsArrived(atLeast: 1).count == 1)
            }
        }

        @Test func failureAfterARedirectProvesNothing() async throws {
            let url = try Self.closedURL()
            let location = "Location: \(url.absoluteString)/to"
            try await FaultServer.withServer(script: { _ in [.answer(307, "", fields: [location])] }) { server in
                let error = try await Self.failure(of: Self.post(server.baseURL), .with())
                #expect(error.kind == .cannotConnect)
                #expect(error.mayHaveBeenSent)
                #expect(error.origin == Origin(url))
                #expect(server.requests.count == 1)
            }
        }

        @Test func failureAfterAnAnsweredChallengeProvesNothing() async throws {
            let rerouting = ReroutingInterceptor(to: try Self.closedURL(), after: 1)
            let challenge = #"WWW-Authenticate: Basic realm="test""#
            try await FaultServer.withServer(script: { _ in [.answer(401, "who?", fields: [challenge])] }) { server in
                let error = try await Self.failure(
                    of: Self.post(server.baseURL),
                    .with(interceptor: rerouting),
                    Authenticating()
                )
                #expect(error.kind == .cannotConnect)
                #expect(error.mayHaveBeenSent)
                #expect(server.requests.count == 1)
            }
        }

        @Test func failedAdapterProvesThatNothingWasSent() async throws {
            let adapter = Adapter { _, _, completion in completion(.failure(TokenRenewal.NoToken())) }
            let call = Self.post(try Self.closedURL())
            let error = try await Self.failure(of: call, .with(interceptor: adapter))
            #expect(error.kind == .other)
            #expect(!error.mayHaveBeenSent)
        }

        @Test func failedAdapterOfALaterAttemptProvesNothing() async throws {
            for failure in [.failure(TokenRenewal.NoToken()), .success(nil)] as [Result<URL?, any Error>] {
                let rerouting = ReroutingInterceptor(after: 1, failure)
                try await FaultServer.withServer(readsBody: false, script: { _ in [.reset] }) { server in
                    let call = Self.waitingPost(server.baseURL)
                    let error = try await Self.failure(of: call, .with(interceptor: rerouting))
                    #expect(error.mayHaveBeenSent)
                    #expect(await server.headsArrived(atLeast: 1).count == 1)
                }
            }
        }
    }
}

/// Sends later attempts to another URL, and retries after the first one.
private final class ReroutingInterceptor: Alamofire.RequestInterceptor {
    let attempts = Watched(0)
    private let count: Int
    private let url: Result<URL?, any Error>

    convenience init(to url: URL, after count: Int) {
        self.init(after: count, .success(url))
    }

    init(after count: Int, _ url: Result<URL?, any Error>) {
        self.count = count
        self.url = url
    }

    func adapt(
        _ urlRequest: URLRequest,
        for session: Alamofire.Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        let attempt = attempts.update { attempts in
            attempts += 1
            return attempts
        }
        guard attempt > count else { return completion(.success(urlRequest)) }
        completion(
            url.map { url in
                var request = urlRequest
                request.url = url
                return request
            }
        )
    }

    func retry(
        _ request: Alamofire.Request,
        for session: Alamofire.Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (Alamofire.RetryResult) -> Void
    ) {
        completion(request.retryCount == 0 && attempts.value == 1 ? .retry : .doNotRetry)
    }
}
#endif
