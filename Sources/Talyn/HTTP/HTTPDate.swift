package import Foundation

/// The dates of header fields (RFC 9110, section 5.6.7).
package enum HTTPDate {
    /// Parses a date; returns nil if the text isn't one. The case of letters doesn't matter.
    ///
    /// - Parameters:
    ///   - text: The value of a field.
    ///   - now: Returns the local time. A year of two digits means one at most 50 years in the future.
    package static func date(_ text: String, at now: () -> Date) -> Date? {
        // Foundation's parsers accept other spaces, and other numbers of digits, than the formats have.
        let comma = text.utf8.firstIndex(of: UInt8(ascii: ","))
        let withoutDay = text.utf8[(comma ?? text.startIndex)...]
        if matches(withoutDay, ", 00 aaa 0000 00:00:00 gmt") {
            return try? Date(text.dropLast(3) + "GMT", strategy: fixDate)
        } else if matches(withoutDay, ", 00-aaa-00 00:00:00 gmt") {
            let centuryStart = now().addingTimeInterval(-50 * 31_556_952)
            return rfc850.withLock { formatter in
                formatter.twoDigitStartDate = centuryStart
                return formatter.date(from: text.dropLast(3) + "GMT")
            }
        } else if matches(text.utf8[...], "aaa aaa 00 00:00:00 0000")
            || matches(text.utf8[...], "aaa aaa  0 00:00:00 0000")
        {
            return asctime.withLock { $0.date(from: text) }
        }
        return nil
    }

    /// Whether text has the shape of a pattern, in which `0` is any digit, `a` any letter, and another letter this letter.
    private static func matches(_ text: Substring.UTF8View, _ pattern: String) -> Bool {
        text.elementsEqual(pattern.utf8) { byte, expected in
            switch expected {
            case UInt8(ascii: "0"): UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            case UInt8(ascii: "a"): UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            case UInt8(ascii: "g"), UInt8(ascii: "m"), UInt8(ascii: "t"): byte | 0x20 == expected
            default: byte == expected
            }
        }
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static let fixDate = Date.ParseStrategy(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"),
        timeZone: .gmt,
        calendar: calendar,
        isLenient: false
    )

    // Only a `DateFormatter` has a start of the years with two digits. The lock is for its changes.
    private static let rfc850 = Locked(formatter("EEEE, dd-MMM-yy HH:mm:ss 'GMT'"))
    private static let asctime = Locked(formatter("EEE MMM d HH:mm:ss yyyy"))

    private static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = calendar
        formatter.timeZone = .gmt
        formatter.isLenient = false
        formatter.dateFormat = format
        return formatter
    }
}
