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
            let seconds =
                switch self {
                case .fixed(let duration): duration.seconds
                case .uniform(let range):
                    range.lowerBound.seconds + (range.upperBound - range.lowerBound).seconds * random.fraction()
                case .normal(let mean, let deviation): mean.seconds + deviation.seconds * random.normal()
                case .exponential(let mean): -mean.seconds * log(1 - random.fraction())
                case .longTailed(let median, let percentile99):
                    median.seconds * exp(Self.sigma(median, percentile99) * random.normal())
                }
            if case .fixed(let duration) = self { return min(max(duration, .zero), .longest) }
            return .clamping(seconds)
        }

        private static func sigma(_ median: Duration, _ percentile99: Duration) -> Double {
            guard median > .zero, percentile99 > median else { return 0 }
            return log(percentile99.seconds / median.seconds) / normalPercentile99
        }

        /// How many deviations above the mean one in a hundred is.
        private static let normalPercentile99 = 2.326_347_874
    }
}
