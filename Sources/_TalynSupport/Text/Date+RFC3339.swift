public import _TalynFoundation

extension Date {
    /// Reads a time of RFC 3339, section 5.6, with or without fractions of a second; nil for other text, such as a time without
    /// an offset.
    public init?(rfc3339 text: String) {
        // Letters may be in lower case.
        let text = text.utf8.contains { $0 == UInt8(ascii: "t") || $0 == UInt8(ascii: "z") } ? text.uppercased() : text
        // Most texts are of the first format.
        guard let (local, offset) = Self.splittingOffset(text),
            let date = Self.formats.lazy.compactMap({ Date(whole: local, $0) }).first
        else { return nil }
        // Foundation takes February 31 for a day in March.
        guard GregorianDay(text.prefix(10)) != nil else { return nil }
        self = date - offset
    }

    /// The text with `Z` in place of its offset, and the offset in seconds; nil for an offset that RFC 3339 doesn't have.
    ///
    /// Foundation reads no offset of 20 hours and more, and RFC 3339 has all below 24.
    private static func splittingOffset(_ text: String) -> (text: String, offset: TimeInterval)? {
        let end = Array(text.utf8.suffix(6))
        guard end.count == 6, end[0] == UInt8(ascii: "+") || end[0] == UInt8(ascii: "-"), end[3] == UInt8(ascii: ":")
        else { return (text, 0) }
        let digits = [end[1], end[2], end[4], end[5]].map { Int($0) - 0x30 }
        guard digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
        let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard hours < 24, minutes < 60 else { return nil }
        let seconds = TimeInterval(hours * 3_600 + minutes * 60)
        return (text.dropLast(6) + "Z", end[0] == UInt8(ascii: "-") ? -seconds : seconds)
    }

    /// Reads a day, such as `2024-02-29`, as its start in UTC; nil for other text, and for a day that no calendar has.
    public init?(iso8601Day text: String) {
        guard let day = GregorianDay(text) else { return nil }
        self.init(timeIntervalSince1970: TimeInterval(day.daysSince1970) * 86_400)
    }

    /// The day in UTC, such as `2024-02-29`.
    ///
    /// Foundation has the Julian calendar for days before 15 October 1582.
    public var iso8601Day: String {
        let days = (timeIntervalSince1970 / 86_400).rounded(.down)
        guard -719_528...2_932_896 ~= days else { return formatted(ISO8601FormatStyle().year().month().day()) }
        return GregorianDay(daysSince1970: Int(days)).description
    }

    /// Foundation reads the start of a text, and ignores the rest.
    private init?(whole text: String, _ format: ISO8601FormatStyle) {
        let range = text.startIndex..<text.endIndex
        guard let (end, date) = try? format.consuming(text, startingAt: range.lowerBound, in: range),
            end == text.endIndex
        else { return nil }
        self = date
    }

    private static let formats = [
        ISO8601FormatStyle(), ISO8601FormatStyle(includingFractionalSeconds: true),
        ISO8601FormatStyle(dateTimeSeparator: .space),
        ISO8601FormatStyle(dateTimeSeparator: .space, includingFractionalSeconds: true),
    ]

    /// The time of RFC 3339 in milliseconds, such as `2024-02-29T12:00:00.250Z`.
    ///
    /// Foundation cuts the fraction off. The quarter of a millisecond brings the binary value back above the decimal one.
    public var rfc3339Milliseconds: String {
        let milliseconds = (timeIntervalSinceReferenceDate * 1_000).rounded()
        let date = Date(timeIntervalSinceReferenceDate: (milliseconds + 0.25) / 1_000)
        return date.formatted(ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
