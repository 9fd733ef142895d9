public import _TalynFoundation

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
        var time: [Int]?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
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
        guard let time, let day, let month, let year, (1...31).contains(day), time[0] <= 23, time[1] <= 59,
            time[2] <= 59
        else { return nil }
        return Parts(year: year, month: month, day: day, seconds: (time[0] * 60 + time[1]) * 60 + time[2])
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Parses a time such as `07:28:00` into hours, minutes and seconds.
    private static func time(_ token: Substring.UTF8View) -> [Int]? {
        let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let numbers = parts.prefix(4).compactMap { number($0, digits: 1...2) }
        return parts.count == 3 && numbers.count == 3 ? numbers : nil
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
