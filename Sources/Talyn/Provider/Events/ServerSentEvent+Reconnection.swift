extension ServerSentEvent {
    /// How an ``EventStream`` connects again when its connection has ended.
    public struct Reconnection: Sendable, Hashable {
        /// How long the server is left alone before each new connection, unless it has told a time of its own with `retry`.
        public var delay: Duration

        /// To how much the back-off may grow that is added while the server can't be reached.
        public var maximumBackoff: Duration

        /// How many connections in a row may fail before the stream does; nil if it goes on until the reader leaves.
        public var maximumFailures: Int?

        var isEnabled = true

        /// Creates a way to connect again.
        ///
        /// - Parameters:
        ///   - delay: How long the server is left alone, unless it has told a time of its own.
        ///   - maximumBackoff: To how much the back-off may grow.
        ///   - maximumFailures: How many connections in a row may fail; nil if there is no limit.
        public init(
            delay: Duration = .seconds(3),
            maximumBackoff: Duration = .seconds(60),
            maximumFailures: Int? = nil
        ) {
            self.delay = delay
            self.maximumBackoff = maximumBackoff
            self.maximumFailures = maximumFailures
        }

        /// The stream ends with its first connection.
        public static let never = {
            var reconnection = Reconnection()
            reconnection.isEnabled = false
            return reconnection
        }()
    }
}
