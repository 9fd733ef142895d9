#if Tools
import Foundation
import Talyn

/// Plugins with nothing to do.
enum IdlePlugins {
    /// Puts a token, which never expires, into each request.
    struct Token: Authenticator {
        func apply(_ credential: String, to request: inout OutgoingRequest) {
            request.headerFields[.authorization] = "Bearer \(credential)"
        }

        func refresh(_ credential: String) -> String { credential }
    }

    /// Does nothing at the station of whole calls.
    private struct Call: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            try await next(endpoint)
        }
    }

    /// Does nothing at the station of requests.
    private struct Request: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {}
    }

    /// Does nothing at the station of exchanges.
    private struct Exchange: ExchangeInterceptor {
        func intercept(
            _ request: OutgoingRequest,
            next: @escaping NextExchange
        ) async throws -> TransportResponse {
            try await next(request)
        }
    }

    /// Does nothing as an observer.
    private struct Observer: CallObserver {
        func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {}
    }

    /// One plugin at each station.
    static var atEachStation: [any Plugin] { [Call(), Request(), Exchange(), Observer()] }

    /// The plugins that wait, with nothing to wait for.
    static var waiting: [any Plugin] {
        [
            RetryPlugin(),
            AuthenticationPlugin(Token(), credential: "token"),
            CircuitBreakerPlugin(),
            RateLimitPlugin(1_000_000, per: .seconds(1), burst: 1_000_000),
        ]
    }
}
#endif
