import TalynCore

/// Decides when an event stream connects again.
struct EventConnectionStateMachine: Sendable {
    enum Decision: Sendable, Equatable {
        /// The stream fails with the error of its connection.
        case fail
        case reconnect(after: Duration)
    }

    /// The shortest pause that a server can set, so that it isn't asked without any.
    static let shortestDelayOfServer = Duration.milliseconds(50)

    /// The longest pause that a server can set. A longer one fails the stream: its reader would take it for one without events.
    static let longestDelayOfServer = Duration.seconds(3_600)

    private let reconnection: ServerSentEvent.Reconnection
    private var hasBeenOpen = false
    /// The number of connections in a row that failed, or brought no event within the limits of the call.
    private var failures = 0
    /// The number of connections in a row without an event.
    private var connectionsWithoutEvent = 0
    private var hasEvent = false

    init(_ reconnection: ServerSentEvent.Reconnection) {
        self.reconnection = reconnection
    }

    /// A connection was opened.
    mutating func opened() {
        hasBeenOpen = true
    }

    /// An event arrived on the connection.
    mutating func received() {
        hasEvent = true
    }

    /// A connection ended or failed.
    ///
    /// A failure of the first connection ends the stream: it is a mistake rather than an outage. So does the end of the only one.
    ///
    /// - Parameters:
    ///   - error: The failure; nil if the server ended the connection.
    ///   - isOpen: Whether the connection was opened.
    ///   - delayOfServer: The pause that the server set.
    ///   - random: The source of the jitter.
    mutating func ended(
        by error: TalynError?,
        isOpen: Bool,
        delayOfServer: Duration?,
        random: inout some RandomNumberGenerator
    ) -> Decision {
        guard reconnection.isAllowed, error?.isTransient ?? true, hasBeenOpen,
            delayOfServer ?? .zero <= Self.longestDelayOfServer
        else {
            return .fail
        }
        let delay = max(delayOfServer.map { max($0, Self.shortestDelayOfServer) } ?? reconnection.delay, .zero)
        let isFailure = !isOpen || (!hasEvent && error?.isMissingEvent == true)
        failures = isFailure ? failures + 1 : 0
        if isFailure, let maximum = reconnection.maximumFailures, failures >= maximum { return .fail }
        connectionsWithoutEvent = hasEvent ? 0 : connectionsWithoutEvent + 1
        hasEvent = false
        // The clients of a server must not all connect at once.
        let base = connectionsWithoutEvent == 0 ? delay / 2 : max(delay, .seconds(1))
        let backoff = Backoff(base: base, maximum: reconnection.maximumBackoff)
        let added = backoff.delay(afterAttempts: max(connectionsWithoutEvent, 1), random: &random)
        return .reconnect(after: delay + added)
    }
}

extension TalynError {
    /// Whether the connection brought no event within ``RequestOptions/firstEventTimeout`` or ``RequestOptions/eventTimeout``.
    fileprivate var isMissingEvent: Bool {
        if case .noEvent? = transportError?.underlyingError as? StreamError { true } else { false }
    }
}
