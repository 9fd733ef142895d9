import _TalynSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

extension Fault {
    /// A distribution of latencies. Values below zero count as zero.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Latency: Sendable, Hashable {
        /// The same latency each time.
        case fixed(Duration)

        /// A uniform distribution in a range.
        case uniform(ClosedRange<Duration>)

        /// A normal distribution: two of three within one deviation of the mean, 95 of 100 within two.
        case normal(mean: Duration, deviation: Duration)

        /// An exponential distribution: mostly short, like the time between independent events.
        case exponential(mean: Duration)

        /// A log-normal distribution, like the latency of real servers. Half of the calls take at most the median. One in a
        /// hundred takes longer than the percentile, without a limit.
        case longTailed(median: Duration, percentile99: Duration)

        func draw(by random: inout SeededRandom) -> Duration {
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

        /// A huge duration doesn't fit into a number of seconds.
        private func seconds(_ duration: Duration) -> Double {
            min(max(duration, .zero - .longest), .longest).seconds
        }

        /// The 99th percentile of the normal distribution, in deviations above the mean.
        private static let normalPercentile99 = 2.326_347_874
    }
}

extension SeededRandom {
    /// With the mean 0 and the deviation 1 (Box and Muller).
    fileprivate mutating func normal() -> Double {
        let radius = (-2 * log(1 - fraction())).squareRoot()
        return radius * cos(2 * .pi * fraction())
    }
}
