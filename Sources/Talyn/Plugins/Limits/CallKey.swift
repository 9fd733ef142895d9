/// Which calls a plugin counts together: those with the same key.
///
/// ``RateLimitPlugin``, ``ConcurrencyLimitPlugin`` and ``CircuitBreakerPlugin`` count by it. A key is shown in errors, so it
/// must not be a secret.
public struct CallKey: Sendable {
    /// The key of a call; nil if it isn't counted.
    let text: @Sendable (Endpoint, any TargetType) -> String?

    /// Calls with the same scheme, host and port count together.
    public static let origin = CallKey { endpoint, _ in endpoint.origin }

    /// All calls count together.
    public static let all = CallKey { _, _ in "all servers" }

    /// Calls for which the closure gives the same text count together.
    ///
    /// - Parameter text: Gives the key of a call; nil if the call is let through uncounted.
    public static func by(
        _ text: @escaping @Sendable (_ endpoint: Endpoint, _ target: any TargetType) -> String?
    ) -> CallKey {
        CallKey(text: text)
    }
}
