#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2), let date = CalendarDate(year: year, month: month, day: day),
            scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let hour = scanner.number(2), hour < 24, scanner.skip(":"), let minute = scanner.number(2), minute < 60
        else { return nil }
        var second = 0
        var fraction = 0.0
        if scanner.skip(":") {
            guard let value = scanner.number(2), value <= 60 else { return nil }
            second = value
            if scanner.skip(".") || scanner.skip(",") {
                guard let value = scanner.fraction() else { return nil }
                fraction = value
            }
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
        self.date = Date(timeIntervalSince1970: Double(seconds) + fraction)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The time in UTC, to the microsecond.
    public var description: String {
        let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
        guard abs(microseconds) < 9e18 else { return date.formatted(.iso8601) }
        let total = Int64(microseconds)
        let seconds = total.floorDivided(by: 1_000_000)
        let fraction = Int(total - seconds * 1_000_000)
        let day = seconds.floorDivided(by: 86_400)
        let time = Int(seconds - day * 86_400)
        let clock = "\((time / 3_600).padded(2)):\((time / 60 % 60).padded(2)):\((time % 60).padded(2))"
        let digits =
            fraction == 0
            ? "" : fraction % 1_000 == 0 ? ".\((fraction / 1_000).padded(3))" : ".\(fraction.padded(6))"
        return "\(CalendarDate(daysSince1970: Int(day)))T\(clock)\(digits)Z"
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "It isn't a time of RFC 3339, such as 2024-02-29T12:00:00Z."
            )
        }
        self = time
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
        return Int64(exactly: seconds).map { String($0) } ?? seconds.description
    }
}

/// Reads numbers with a fixed count of digits.
private struct DigitScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }

    private mutating func digit() -> Int? {
        guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
        index += 1
        return Int(bytes[index - 1]) - 0x30
    }

    mutating func number(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    mutating func fraction() -> Double? {
        let start = index
        var value = 0
        var scale = 1
        while let digit = digit() {
            // A date has no more precision.
            guard scale < 1_000_000_000 else { continue }
            value = value * 10 + digit
            scale *= 10
        }
        return index > start ? Double(value) / Double(scale) : nil
    }

    /// The offset from UTC in seconds. None means UTC.
    mutating func offset() -> Int? {
        if isAtEnd || skip("Z") || skip("z") { return 0 }
        let isNegative = skip("-")
        guard isNegative || skip("+"), let hours = number(2) else { return nil }
        _ = skip(":")
        let minutes = number(2) ?? 0
        return (hours * 3_600 + minutes * 60) * (isNegative ? -1 : 1)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
