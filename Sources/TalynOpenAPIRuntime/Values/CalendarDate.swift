/// A day of the Gregorian calendar without a time, such as a birthday: `full-date` of RFC 3339, section 5.6.
public struct CalendarDate: Hashable, Sendable {
    /// The year, from 0 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a day; nil for a day that no calendar has.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.count(ofDaysIn: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    private static func count(ofDaysIn month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate: LosslessStringConvertible {
    /// Reads a text such as `2024-02-29`.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        // Swift reads numbers with a sign, too.
        guard parts.map(\.utf8.count) == [4, 2, 2], !description.utf8.contains(UInt8(ascii: "+")),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }
}

extension CalendarDate: Comparable {
    public static func < (one: CalendarDate, other: CalendarDate) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }
}

extension CalendarDate: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        // Some servers send a time with the day.
        guard let day = CalendarDate(String(text.prefix(10))) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "It isn't a day such as 2024-02-29."
            )
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws { try encoder.single(description) }
}

extension Int {
    /// The number with zeros before it.
    fileprivate func padded(_ count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}
