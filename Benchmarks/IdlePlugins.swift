#if Tools
import Foundation
import Talyn

/// The plugins that wait, with nothing to wait for.
enum IdlePlugins {
    /// Puts a token, which never expires, into each request.
    private struct Token: Authenticator {
        func apply(_ credential: String, to request: inout OutgoingRequest) {
            request.headerFields[.authorization] = "Bearer \(credential)"
        }

        func refresh(_ credential: String) -> String { credential }
    }

    static var all: [any Plugin] {
        [
            RetryPlugin(),
            AuthenticationPlugin(Token(), credential: "token"),
            CircuitBreakerPlugin(),
            RateLimitPlugin(1_000_000, per: .seconds(1), burst: 1_000_000),
        ]
    }
}
#endif
