import _TalynSupport

#if canImport(CryptoKit) || Crypto
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
        text = String(unsafeUninitializedCapacity: 16) { buffer in
            var index = 0
            func append(_ value: Int64, _ digits: Int) {
                var rest = value
                for offset in stride(from: digits - 1, through: 0, by: -1) {
                    buffer[index + offset] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                index += digits
            }
            append(Int64(day.year), 4)
            append(Int64(day.month), 2)
            append(Int64(day.day), 2)
            buffer[index] = UInt8(ascii: "T")
            index += 1
            append(time / 3_600, 2)
            append(time / 60 % 60, 2)
            append(time % 60, 2)
            buffer[index] = UInt8(ascii: "Z")
            return 16
        }
    }
}
#endif
