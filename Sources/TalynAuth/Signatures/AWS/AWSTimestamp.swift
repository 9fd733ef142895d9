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
        let (year, month, day) = Self.civil(days)
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
            append(year, 4)
            append(month, 2)
            append(day, 2)
            buffer[index] = UInt8(ascii: "T")
            index += 1
            append(time / 3_600, 2)
            append(time / 60 % 60, 2)
            append(time % 60, 2)
            buffer[index] = UInt8(ascii: "Z")
            return 16
        }
    }

    /// The date of a number of days after 1970, in the Gregorian calendar. The year starts in March, so that a leap day is its last.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
#endif
