#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import _TalynSupport

/// The time of a signature: `20150830T123600Z`.
struct AWSTimestamp: Sendable {
    let text: String

    /// The day, which the signing key belongs to.
    var day: Substring { text.prefix(8) }

    /// - Parameter date: A date of the years 1970 to 9999. Others count as the nearest one.
    init(_ date: Date) {
        let limit = 253_402_300_799.0
        let interval = date.timeIntervalSince1970
        // A comparison with NaN is false.
        let seconds = interval > 0 ? Int64(min(interval, limit)) : 0
        let (days, time) = (seconds / 86_400, seconds % 86_400)
        let day = GregorianDay(daysSince1970: Int(days))
        // A digit before the time of day keeps its zeros.
        let clock = "\(1_000_000 + time / 3_600 * 10_000 + time / 60 % 60 * 100 + time % 60)".dropFirst()
        text = "\(day.year * 10_000 + day.month * 100 + day.day)T\(clock)Z"
    }
}
#endif
