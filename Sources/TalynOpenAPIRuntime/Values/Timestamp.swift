import TalynCore
public import _TalynFoundation
import _TalynSupport

/// A time in the JSON of a generated type: `date-time` of RFC 3339, section 5.6, with fractions of a second if there are some.
///
/// It reads a space in place of the `T`, and takes a time without an offset as UTC, since servers send both.
public struct Timestamp: Hashable, Sendable {
    /// The time.
    public let date: Date

    /// Creates a timestamp of a time.
    public init(_ date: Date) { self.date = date }

    /// Reads a text such as `2024-02-29T12:00:00.5+01:00`; nil for another text.
    public init?(_ text: String) {
        var text = text
        var fraction = 0.0
        // Foundation reads milliseconds only.
        if let point = text.firstIndex(where: { $0 == "." || $0 == "," }) {
            let digits = text[point...].dropFirst().prefix { "0"..."9" ~= $0 }
            guard let value = Double("0.\(digits.prefix(18))"), !digits.isEmpty else { return nil }
            fraction = value
            text.removeSubrange(point..<digits.endIndex)
        }
        guard let date = Date(rfc3339: text) ?? Date(rfc3339: text + "Z") else { return nil }
        // Far from the year 2001, a `Date` is less precise than the text. It stays in its second, so that the year 9999 doesn't end.
        let next = (date + 1).timeIntervalSinceReferenceDate.nextDown
        self.date = min(date + fraction, Date(timeIntervalSinceReferenceDate: next))
    }
}

extension Timestamp: CustomStringConvertible {
    /// The time in UTC, to the microsecond.
    public var description: String {
        let time = date.timeIntervalSince1970
        guard abs(time) < 9e12 else { return date.formatted(.iso8601) }
        var seconds = time.rounded(.down)
        var fraction = Int(((time - seconds) * 1e6).rounded())
        if fraction >= 1_000_000 { (seconds, fraction) = (seconds + 1, 0) }
        let whole = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        guard fraction > 0 else { return whole }
        let digits = String(1_000_000 + fraction).dropFirst()
        return "\(whole.dropLast()).\(digits.hasSuffix("000") ? digits.dropLast(3) : digits)Z"
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let problem = "It isn't a time of RFC 3339, such as 2024-02-29T12:00:00Z."
        self = try decoder.value(ofText: { Timestamp($0) }, orElse: problem)
    }

    public func encode(to encoder: any Encoder) throws { try encoder.single(description) }
}

/// A time in the JSON of a generated type: the number of seconds since the start of 1970.
public struct UnixTime: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The time.
    public let date: Date

    /// Creates a number of a time.
    public init(_ date: Date) { self.date = date }

    public init(from decoder: any Decoder) throws {
        date = Date(timeIntervalSince1970: try decoder.single(Double.self))
    }

    public func encode(to encoder: any Encoder) throws {
        let seconds = date.timeIntervalSince1970
        if let whole = Int64(exactly: seconds) { try encoder.single(whole) } else { try encoder.single(seconds) }
    }

    public var description: String {
        let seconds = date.timeIntervalSince1970
        return Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }
}
