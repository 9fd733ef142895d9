import Foundation

extension RetryPlugin {
    /// How long to wait before an attempt: exponential back-off with full jitter.
    ///
    /// The wait is any time between none and a limit, which grows with each attempt: callers whom the same failure hit
    /// come back at different times.
    public struct Backoff: Sendable, Hashable {
        /// The limit for the wait before the second attempt.
        public var base: Duration

        /// How many times longer the limit is before each further attempt.
        public var multiplier: Double

        /// What the limit grows to at most.
        public var maximum: Duration

        /// Creates a back-off.
        ///
        /// - Parameters:
        ///   - base: The limit for the wait before the second attempt.
        ///   - multiplier: How many times longer the limit is before each further attempt.
        ///   - maximum: What the limit grows to at most.
        public init(base: Duration = .milliseconds(200), multiplier: Double = 2, maximum: Duration = .seconds(20)) {
            self.base = base
            self.multiplier = multiplier
            self.maximum = maximum
        }

        /// No wait: what tests with stubs want.
        public static let none = Backoff(base: .zero)

        /// The limit for the wait after so many attempts.
        func limit(afterAttempts attempts: Int) -> Duration {
            let seconds = base.seconds * pow(multiplier, Double(attempts - 1))
            return min(.clamping(seconds), max(maximum, .zero))
        }

        /// A wait after so many attempts.
        func delay(afterAttempts attempts: Int, random: inout some RandomNumberGenerator) -> Duration {
            let limit = limit(afterAttempts: attempts)
            guard limit > .zero else { return .zero }
            // From 0 to 1. Unlike the standard library's way, this takes one draw, whatever the generator gives.
            let chance = Double(random.next() >> 11) / Double((1 as UInt64) << 53 - 1)
            return min(.clamping(limit.seconds * chance), limit)
        }
    }
}
