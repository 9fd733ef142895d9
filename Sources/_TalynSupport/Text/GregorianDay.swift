/// A day of the Gregorian calendar, which counts for the time before its introduction, too (RFC 3339, appendix D).
public struct GregorianDay: Hashable, Sendable {
    /// The year, from 0 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a day; nil for a day that the calendar doesn't have.
    public init?(year: Int, month: Int, day: Int) {
        guard 0...9_999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
        let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let count =
            switch month {
            case 2: isLeapYear ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        guard day <= count else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads a text such as `2024-02-29` (`full-date` of RFC 3339, section 5.6); nil for another text.
    public init?(_ text: some StringProtocol) {
        var digits = text.utf8.makeIterator()
        func number(_ count: Int) -> Int? {
            var number = 0
            for _ in 0..<count {
                guard let digit = digits.next(), digit.isASCIIDigit else { return nil }
                number = number * 10 + Int(digit - UInt8(ascii: "0"))
            }
            return number
        }
        let dash = UInt8(ascii: "-")
        guard let year = number(4), digits.next() == dash, let month = number(2), digits.next() == dash,
            let day = number(2), digits.next() == nil
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    // Years start in March here, so that a leap day is the last day.

    /// The number of days since 1 January 1970.
    public var daysSince1970: Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        // Years of the era that starts at 400 before the year 0.
        let shifted = year + 400
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - 146_097
    }

    /// Creates the day at a number of days since 1 January 1970, which must be in the years 0 to 9999.
    public init(daysSince1970 days: Int) {
        let shifted = days + 719_468 + 146_097
        let (era, dayOfEra) = (shifted / 146_097 - 1, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

extension GregorianDay: Comparable {
    public static func < (one: GregorianDay, other: GregorianDay) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }
}

extension GregorianDay: CustomStringConvertible {
    /// A text such as `2024-02-29`.
    public var description: String {
        "\(String(10_000 + year).dropFirst())-\(String(100 + month).dropFirst())-\(String(100 + day).dropFirst())"
    }
}
