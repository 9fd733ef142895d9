public import _TalynFoundation

/// The dates of header fields (RFC 9110, section 5.6.7).
public enum HTTPDate {
    /// Parses a date; returns nil if the text isn't one. The case of letters doesn't matter.
    ///
    /// - Parameters:
    ///   - text: The value of a field.
    ///   - now: Returns the local time. A year of two digits means one at most 50 years in the future.
    public static func date(_ text: String, at now: () -> Date) -> Date? {
        let day = text.utf8.prefix(while: \.isASCIILetter)
        let withoutDay = text.utf8[day.endIndex...]
        guard day.count >= 3 else { return nil }
        let isTwoDigitYear = matches(withoutDay, ", 00-aaa-00 00:00:00 gmt")
        guard
            isTwoDigitYear || matches(withoutDay, ", 00 aaa 0000 00:00:00 gmt")
                || matches(text.utf8[...], "aaa aaa 00 00:00:00 0000")
                || matches(text.utf8[...], "aaa aaa  0 00:00:00 0000"),
            let parts = CookieDate.parts(text)
        else { return nil }
        guard isTwoDigitYear else { return parts.date(ofYear: parts.year) }
        let earliest = now().addingTimeInterval(-50 * 31_556_952)
        let years = [1900, 2000, 2100].map { $0 + parts.year % 100 }
        return years.lazy.compactMap { parts.date(ofYear: $0) }.first { $0 >= earliest }
    }

    /// Whether text has the shape of a pattern, in which `0` is any digit, `a` any letter, and another letter this letter.
    private static func matches(_ text: Substring.UTF8View, _ pattern: String) -> Bool {
        text.elementsEqual(pattern.utf8) { byte, expected in
            switch expected {
            case UInt8(ascii: "0"): byte.isASCIIDigit
            case UInt8(ascii: "a"): byte.isASCIILetter
            case UInt8(ascii: "g"), UInt8(ascii: "m"), UInt8(ascii: "t"): byte | 0x20 == expected
            default: byte == expected
            }
        }
    }
}

/// Dates in cookies, in any order and with any separators (RFC 6265, section 5.1.1).
public enum CookieDate {
    /// The parts of a date.
    struct Parts {
        /// The year as it is written, which can have two digits.
        let year: Int
        let month: Int
        let day: Int
        /// The time of the day.
        let seconds: Int

        /// The date in a year; nil if the month has no such day.
        func date(ofYear year: Int) -> Date? {
            guard let day = GregorianDay(year: year, month: month, day: day)?.daysSince1970 else { return nil }
            return Date(timeIntervalSince1970: TimeInterval(day) * 86_400 + TimeInterval(seconds))
        }
    }

    /// Parses a date; nil if the text is not a date.
    public static func date(_ text: String) -> Date? {
        guard let parts = parts(text) else { return nil }
        let century = parts.year < 70 ? 2_000 : parts.year < 100 ? 1_900 : 0
        let year = century + parts.year
        return year >= 1_601 ? parts.date(ofYear: year) : nil
    }

    /// Parses the parts of a date; nil if the text is not a date.
    static func parts(_ text: String) -> Parts? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        var rest = text.utf8[...].drop(while: isDelimiter)
        // The array of a split would take more time than the rest.
        while !rest.isEmpty {
            let token = rest.prefix { !isDelimiter($0) }
            rest = rest[token.endIndex...].drop(while: isDelimiter)
            if time == nil, let found = self.time(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = self.month(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, let year, (1...31).contains(day), time.hour <= 23,
            time.minute <= 59, time.second <= 59
        else { return nil }
        return Parts(year: year, month: month, day: day, seconds: (time.hour * 60 + time.minute) * 60 + time.second)
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Parses a time such as `07:28:00`.
    private static func time(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
        let colon = UInt8(ascii: ":")
        guard let first = token.firstIndex(of: colon) else { return nil }
        let afterHour = token[token.index(after: first)...]
        guard let second = afterHour.firstIndex(of: colon) else { return nil }
        let seconds = afterHour[afterHour.index(after: second)...]
        guard !seconds.contains(colon), let hour = number(token[..<first], digits: 1...2),
            let minute = number(afterHour[..<second], digits: 1...2), let second = number(seconds, digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Parses the number at the start of a token; nil if it has another number of digits.
    private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let text = token.prefix(while: \.isASCIIDigit)
        guard digits.contains(text.count) else { return nil }
        return Int(String(decoding: text, as: UTF8.self))
    }

    /// Parses the name of a month by its first three letters. January is 1.
    private static func month(_ token: Substring.UTF8View) -> Int? {
        let name = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
