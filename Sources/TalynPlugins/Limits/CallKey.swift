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

extension Origin {
    /// The text without the default port of the scheme (RFC 6454, section 6.2).
    fileprivate var serialized: String {
        let text = description
        let defaultPort = scheme == "https" ? ":443" : ":80"
        return text.hasSuffix(defaultPort) ? String(text.dropLast(defaultPort.count)) : text
    }
}

/// Per-key state; idle entries are evicted.
struct KeyedStateStore<State> {
    private var states: [String: State] = [:]
    /// The number of keys at which idle states are evicted.
    private var limit = Self.minimumLimit

    private static var minimumLimit: Int { 64 }

    var count: Int { states.count }

    subscript(key: String) -> State? {
        get { states[key] }
        _modify { yield &states[key] }
    }

    /// Changes the state of a key.
    ///
    /// Evicts idle states when their number has doubled since the last eviction, which takes constant time on average.
    ///
    /// - Parameter isIdle: Whether a state can be replaced by a new one.
    mutating func update<Result>(
        _ key: String,
        default initial: @autoclosure () -> State,
        evictingWhere isIdle: (State) -> Bool,
        _ change: (inout State) -> Result
    ) -> Result {
        if states.count >= limit, states[key] == nil {
            states = states.filter { !isIdle($0.value) }
            limit = max(Self.minimumLimit, states.count * 2)
        }
        return change(&states[key, default: initial()])
    }
}
