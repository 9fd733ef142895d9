public import TalynCore

/// The group of calls that a plugin counts together.
///
/// ``RateLimitPlugin``, ``ConcurrencyLimitPlugin`` and ``CircuitBreakerPlugin`` count calls with the same key together.
/// Errors show the key, so it must not be a secret.
public struct CallKey: Sendable {
    /// Returns the key of a call; nil for a call that isn't counted.
    let text: @Sendable (Endpoint, any TargetType) -> String?

    /// Groups calls by scheme, host and port.
    public static let origin = CallKey { endpoint, _ in Origin(endpoint.url)?.serialized ?? "" }

    /// Groups all calls together.
    public static let all = CallKey { _, _ in "all servers" }

    /// Groups calls by a text.
    ///
    /// - Parameter text: Returns the key of a call; nil for a call that passes without being counted.
    public static func by(
        _ text: @escaping @Sendable (_ endpoint: Endpoint, _ target: any TargetType) -> String?
    ) -> CallKey {
        CallKey(text: text)
    }
}
