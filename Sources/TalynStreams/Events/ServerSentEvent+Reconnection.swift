public import TalynCore

extension ServerSentEvent {
    /// The rules by which an ``EventStream`` connects again.
    ///
    /// ```swift
    /// RequestOptions { $0.reconnection = .init(delay: .seconds(1), maximumFailures: 5) }
    /// ```
    public struct Reconnection: Sendable, Hashable {
        /// No new connection: the stream ends with the body of the first response.
        public static let never: Reconnection = {
            var never = Reconnection()
            never.isAllowed = false
            return never
        }()

        /// The pause before each new connection, unless the server sets one with `retry`. Up to its half is added as jitter.
        public var delay: Duration

        /// The longest back-off that is added while connections bring no event.
        public var maximumBackoff: Duration

        /// The number of connections in a row that may fail before the stream does; nil for no limit. A connection that brings no event
        /// within ``RequestOptions/firstEventTimeout`` counts, too.
        public var maximumFailures: Int?

        /// Whether there is a second connection at all.
        private(set) var isAllowed = true

        /// Creates rules.
        ///
        /// - Parameters:
        ///   - delay: The pause before each new connection.
        ///   - maximumBackoff: The longest back-off.
        ///   - maximumFailures: The number of connections in a row that may fail; nil for no limit.
        public init(
            delay: Duration = .seconds(3),
            maximumBackoff: Duration = .seconds(60),
            maximumFailures: Int? = nil
        ) {
            self.delay = delay
            self.maximumBackoff = maximumBackoff
            self.maximumFailures = maximumFailures
        }
    }
}

extension RequestOptions {
    private enum ReconnectionKey: RequestOptionKey {
        typealias Value = ServerSentEvent.Reconnection
    }

    /// The rules by which an ``EventStream`` of the call connects again.
    ///
    /// Without a value, the stream of a GET or QUERY does so by the default rules. That of another method, such as the POST of a
    /// prompt, has one connection: the server would process the request again, and charge for it. Set the option to say that the
    /// request may be repeated, or ``ServerSentEvent/Reconnection/never``.
    public var reconnection: ServerSentEvent.Reconnection? {
        get { self[ReconnectionKey.self] }
        set { self[ReconnectionKey.self] = newValue }
    }
}

extension Endpoint {
    /// The rules by which the events of the endpoint are read again.
    var reconnection: ServerSentEvent.Reconnection {
        if let reconnection = options.reconnection { return reconnection }
        return isIdempotent && [.get, .query].contains(method) ? ServerSentEvent.Reconnection() : .never
    }
}
