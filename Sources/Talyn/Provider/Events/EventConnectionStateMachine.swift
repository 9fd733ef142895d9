/// When an event stream connects again: decides, and does nothing itself.
struct EventConnectionStateMachine: Sendable {
    enum Decision: Sendable, Equatable {
        /// The stream is over.
        case finish
        /// The stream fails with what its connection failed with.
        case fail
        case reconnect(after: Duration)
    }

    /// A server that tells no time at all would be asked again without a pause.
    private static let shortestTold = Duration.milliseconds(50)

    private let reconnection: ServerSentEvent.Reconnection
    private var hasBeenOpen = false
    /// The connections in a row that have failed to come about.
    private var failures = 0

    init(_ reconnection: ServerSentEvent.Reconnection) {
        self.reconnection = reconnection
    }

    /// A connection has come about.
    mutating func opened() {
        hasBeenOpen = true
        failures = 0
    }

    /// A connection has ended, or has not come about.
    ///
    /// What fails before there has been a connection is a mistake rather than an outage, and the caller's to know.
    ///
    /// - Parameters:
    ///   - error: What it failed with; nil if the server has ended it.
    ///   - isOpen: Whether it had come about.
    ///   - told: The time that the server has told to wait.
    ///   - random: Where the chance in the back-off comes from.
    mutating func ended(
        by error: TalynError?,
        isOpen: Bool,
        told: Duration?,
        random: inout some RandomNumberGenerator
    ) -> Decision {
        guard reconnection.isEnabled else { return error == nil ? .finish : .fail }
        guard error?.isOutage ?? true, hasBeenOpen else { return .fail }
        let delay = max(told.map { max($0, Self.shortestTold) } ?? reconnection.delay, .zero)
        if isOpen { return .reconnect(after: delay) }
        failures += 1
        if let maximum = reconnection.maximumFailures, failures >= maximum { return .fail }
        // A server that is back again must not meet all of its clients at once.
        let backoff = RetryPlugin.Backoff(base: max(delay, .seconds(1)), maximum: reconnection.maximumBackoff)
        return .reconnect(after: delay + backoff.delay(afterAttempts: failures, random: &random))
    }
}

extension TalynError {
    /// Whether the same may succeed later, with nothing changed but the server or the way to it.
    fileprivate var isOutage: Bool {
        isConnectionFailure || isServerFailure || statusCode == 429 || transportError?.kind == .timedOut
    }
}
