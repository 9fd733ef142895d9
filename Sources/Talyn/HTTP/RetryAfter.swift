import Foundation
import HTTPTypes

/// The `Retry-After` field of a response (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// Returns the wait that a response asks for; nil if it asks for none.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the response. A date is compared with their `Date`, so a wrong local clock does no harm.
    ///   - date: Returns the local time, for a response without a `Date`.
    static func delay(in fields: HTTPFields, at date: () -> Date) -> Duration? {
        guard let value = fields[.retryAfter]?.trimmingCharacters(in: .whitespaces), !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ 48...57 ~= $0 }) { return Double(value).map { .clamping($0) } }
        let now = fields[.date].flatMap { HTTPDate.date($0, at: date) } ?? date()
        return HTTPDate.date(value, at: date).map { .clamping($0.timeIntervalSince(now)) }
    }
}

/// The dates of header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// Formatters for the three formats that a recipient must accept: IMF-fixdate, RFC 850 and `asctime`.
    ///
    /// They are shared, since making one costs a millisecond, and locked, since parsing changes one of them.
    private static let formatters = Locked(
        ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"].map { format in
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.calendar = Calendar(identifier: .gregorian)
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.isLenient = false
            formatter.dateFormat = format
            return formatter
        }
    )

    /// Parses a date; returns nil if the text isn't one.
    ///
    /// - Parameters:
    ///   - text: The value of a field.
    ///   - now: Returns the local time. A year of two digits means one at most 50 years in the future.
    static func date(_ text: String, at now: () -> Date) -> Date? {
        // Foundation's formatter on Linux traps on some text with combining marks.
        guard text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
        // Calls the closure outside the lock, and only for the format with two-digit years.
        let centuryStart = text.contains("-") ? now().addingTimeInterval(-50 * 31_556_952) : nil
        return formatters.withLock { formatters in
            if let centuryStart { formatters[1].twoDigitStartDate = centuryStart }
            return formatters.lazy.compactMap { $0.date(from: text) }.first
        }
    }
}
