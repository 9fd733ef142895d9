extension CircuitBreakerPlugin {
    /// How many calls have to fail for the circuit to open.
    public struct Threshold: Sendable, Hashable {
        /// Which part of the calls has to fail, from 0 to 1.
        public let failureShare: Double

        /// How many calls there have to be, failed or not.
        public let minimumCalls: Int

        /// In what time.
        public let window: Duration

        /// Half of at least ten calls within 30 seconds.
        public static let `default` = Threshold(failureShare: 0.5, minimumCalls: 10, window: .seconds(30))

        /// Creates a threshold.
        ///
        /// - Parameters:
        ///   - failureShare: Which part of the calls has to fail, from 0 to 1; what is beyond counts as the nearest of them.
        ///   - minimumCalls: How many calls there have to be, failed or not; at least one.
        ///   - window: In what time, from a second to a century. It moves on by tenths.
        public init(failureShare: Double, minimumCalls: Int, window: Duration) {
            // The smaller of something and not-a-number is the former.
            self.failureShare = Double.maximum(0, Double.minimum(failureShare, 1))
            self.minimumCalls = max(minimumCalls, 1)
            self.window = min(max(window, .seconds(1)), .longest)
        }
    }
}
