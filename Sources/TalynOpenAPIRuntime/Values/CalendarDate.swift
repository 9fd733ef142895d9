import _TalynSupport

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
        guard let day = GregorianDay(year: year, month: month, day: day) else { return nil }
        self.init(day)
    }

    private init(_ day: GregorianDay) {
        year = day.year
        month = day.month
        self.day = day.day
    }
}

extension CalendarDate: LosslessStringConvertible {
    /// Reads a text such as `2024-02-29`.
    public init?(_ description: String) {
        guard let day = GregorianDay(description) else { return nil }
        self.init(day)
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
