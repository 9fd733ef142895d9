public import TalynCore

/// The rules by which a ``WebSocketSession`` connects again.
public struct WebSocketReconnection: Sendable {
    /// The wait before a new connection, which grows while connections bring no message.
    public var backoff: Backoff

    /// The number of connections and handshakes in a row without a message after which the session fails; nil for no limit.
    public var maximumFailures: Int?

    /// The longest `Retry-After` of a refused handshake to wait for (RFC 9110, section 10.2.3). If a server asks for more, the session
    /// fails. Nil ignores the field.
    ///
    /// The wait of ``backoff`` is added, so that not all clients come back at the same time.
    public var maximumRetryAfter: Duration?

    /// The longest time that a message to send waits for a connection; nil for no limit.
    public var maximumWait: Duration?

    /// Whether a connection that ended so is replaced.
    public var resumes: @Sendable (WebSocketClose) -> Bool

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - backoff: The wait before a new connection.
    ///   - maximumFailures: The number of connections in a row without a message; nil for no limit.
    ///   - maximumRetryAfter: The longest `Retry-After` to wait for.
    ///   - maximumWait: The longest time that a message to send waits for a connection.
    ///   - resumes: Whether a connection that ended so is replaced. By default after the codes 1001, 1006 and 1011 to 1014: the server
    ///     goes away, fails, restarts or is overloaded, or the connection is lost.
    public init(
        backoff: Backoff = Backoff(base: .seconds(1), maximum: .seconds(60)),
        maximumFailures: Int? = nil,
        maximumRetryAfter: Duration? = .seconds(60),
        maximumWait: Duration? = .seconds(60),
        resumes: @escaping @Sendable (WebSocketClose) -> Bool = {
            [1001, 1006, 1011, 1012, 1013, 1014].contains($0.code.rawValue)
        }
    ) {
        self.backoff = backoff
        self.maximumFailures = maximumFailures
        self.maximumRetryAfter = maximumRetryAfter
        self.maximumWait = maximumWait
        self.resumes = resumes
    }
}

/// Decides when a session connects again. A pure state machine.
struct ReconnectionStateMachine: Sendable {
    enum Decision: Sendable, Equatable {
        /// The session ends as its connection did.
        case end
        /// The session fails.
        case fail
        case reconnect(after: Duration)
    }

    private let rules: WebSocketReconnection
    private var hasBeenOpen = false
    private var hasMessage = false
    /// The number of connections and handshakes in a row without a message.
    private var failures = 0
    /// The number of waits since the last message.
    private var waits = 0

    init(_ rules: WebSocketReconnection) {
        self.rules = rules
    }

    mutating func opened() { hasBeenOpen = true }

    mutating func received() { hasMessage = true }

    /// A connection has ended.
    mutating func ended(_ close: WebSocketClose, random: inout some RandomNumberGenerator) -> Decision {
        rules.resumes(close) ? next(after: .zero, &random) : .end
    }

    /// A handshake has failed. That of the first connection is a mistake rather than an outage.
    ///
    /// - Parameter wait: The wait that the server asks for.
    mutating func failed(_ error: TalynError, wait: Duration?, random: inout some RandomNumberGenerator) -> Decision {
        guard hasBeenOpen, error.isTransient else { return .fail }
        guard let maximum = rules.maximumRetryAfter, let wait, wait > .zero else { return next(after: .zero, &random) }
        return wait <= maximum ? next(after: wait, &random) : .fail
    }

    private mutating func next(after wait: Duration, _ random: inout some RandomNumberGenerator) -> Decision {
        (failures, waits) = hasMessage ? (0, 1) : (failures + 1, waits + 1)
        hasMessage = false
        if let maximum = rules.maximumFailures, failures >= maximum { return .fail }
        return .reconnect(after: wait + rules.backoff.delay(afterAttempts: waits, random: &random))
    }
}
