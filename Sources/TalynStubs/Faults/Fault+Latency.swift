import Foundation

extension Fault {
    /// How a latency is distributed. What is drawn below zero is taken for zero.
    public enum Latency: Sendable, Hashable {
        /// Always the same.
        case fixed(Duration)

        /// Anything in a range, with the same chance.
        case uniform(ClosedRange<Duration>)

        /// Around a mean: two of three within the deviation, 95 of 100 within two.
        case normal(mean: Duration, deviation: Duration)

        /// Mostly short, as the time between independent events is.
        case exponential(mean: Duration)

        /// As those of real servers: half of the calls take no longer than the median, and one in a hundred longer than
        /// the percentile, without a limit (a log-normal distribution).
        case longTailed(median: Duration, percentile99: Duration)

        func draw(by random: inout FaultRandom) -> Duration {
            switch self {
            case .fixed(let duration):
                return min(max(duration, .zero), .longest)
            case .uniform(let range):
                let (low, high) = (seconds(range.lowerBound), seconds(range.upperBound))
                return .clamping(low + (high - low) * random.fraction())
            case .normal(let mean, let deviation):
                return .clamping(seconds(mean) + seconds(deviation) * random.normal())
            case .exponential(let mean):
                return .clamping(-seconds(mean) * log(1 - random.fraction()))
            case .longTailed(let median, let percentile99):
                let (median, percentile99) = (seconds(median), seconds(percentile99))
                let deviation = percentile99 > median && median > 0 ? log(percentile99 / median) : 0
                return .clamping(median * exp(deviation / Self.normalPercentile99 * random.normal()))
            }
        }

        /// Durations that nobody waits for can be too long to be told in seconds.
        private func seconds(_ duration: Duration) -> Double {
            min(max(duration, .zero - .longest), .longest).seconds
        }

        /// How many deviations above the mean one in a hundred is.
        private static let normalPercentile99 = 2.326_347_874
    }
}
