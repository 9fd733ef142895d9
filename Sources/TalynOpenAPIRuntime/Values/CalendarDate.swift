import _TalynSupport

/// A day of the Gregorian calendar without a time, such as a birthday: `full-date` of RFC 3339, section 5.6.
public struct CalendarDate: Hashable, Sendable {
    private let gregorian: GregorianDay

    /// The year, from 0 to 9999.
    public var year: Int { gregorian.year }
    /// The month, from 1 to 12.
    public var month: Int { gregorian.month }
    /// The day of the month, from 1.
    public var day: Int { gregorian.day }

    /// Creates a day; nil for a day that no calendar has.
    public init?(year: Int, month: Int, day: Int) {
        guard let gregorian = GregorianDay(year: year, month: month, day: day) else { return nil }
        self.gregorian = gregorian
    }
}

extension CalendarDate: LosslessStringConvertible {
    /// Reads a text such as `2024-02-29`.
    public init?(_ description: String) {
        guard let gregorian = GregorianDay(description) else { return nil }
        self.gregorian = gregorian
    }

    public var description: String { gregorian.description }
}

extension CalendarDate: Comparable {
    public static func < (one: CalendarDate, other: CalendarDate) -> Bool { one.gregorian < other.gregorian }
}

extension CalendarDate: Codable {
    public init(from decoder: any Decoder) throws {
        // Some servers send a time with the day.
        let read = { (text: String) in CalendarDate(String(text.prefix(10))) }
        self = try decoder.value(ofText: read, orElse: "It isn't a day such as 2024-02-29.")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.single(description) }
}
