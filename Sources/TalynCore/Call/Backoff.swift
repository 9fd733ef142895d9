import _TalynSupport

/// Exponential back-off with full jitter.
///
/// Each wait is a random time between zero and a limit, which grows with each attempt. The jitter spreads the
/// retries of callers that failed at the same time.
public struct Backoff: Sendable, Hashable {
    /// The limit of the wait before the second attempt.
    public var base: Duration

    /// The factor by which the limit grows with each further attempt.
    public var multiplier: Double

    /// The largest limit.
    public var maximum: Duration

    /// Creates a back-off.
    ///
    /// - Parameters:
    ///   - base: The limit of the wait before the second attempt.
    ///   - multiplier: The factor by which the limit grows with each further attempt.
    ///   - maximum: The largest limit.
    public init(base: Duration = .milliseconds(200), multiplier: Double = 2, maximum: Duration = .seconds(20)) {
        self.base = base
        self.multiplier = multiplier
        self.maximum = maximum
    }

    /// No wait, for tests with stubs.
    public static let none = Backoff(base: .zero)

    /// Returns the limit of the wait after a number of attempts.
    func limit(afterAttempts attempts: Int) -> Duration {
        let seconds = base.seconds * Double.pow(multiplier, attempts - 1)
        return min(.clamping(seconds), max(maximum, .zero))
    }

    /// Returns a random wait: from zero to the limit after a number of attempts.
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts that failed, from 1.
    ///   - random: The source of the jitter.
    public func delay(afterAttempts attempts: Int, random: inout some RandomNumberGenerator) -> Duration {
        let limit = limit(afterAttempts: attempts)
        guard limit > .zero else { return .zero }
        // From 0 to 1. `Double.random(in:)` can draw more than one number.
        let fraction = Double(random.next() >> 11) / Double((1 as UInt64) << 53 - 1)
        return min(.clamping(limit.seconds * fraction), limit)
    }
}

extension Double {
    /// A number to the power of a whole number that isn't negative.
    fileprivate static func pow(_ base: Double, _ exponent: Int) -> Double {
        var (result, factor, rest) = (1.0, base, max(exponent, 0))
        while rest > 0 {
            if rest & 1 == 1 { result *= factor }
            factor *= factor
            rest >>= 1
        }
        return result
    }
}
