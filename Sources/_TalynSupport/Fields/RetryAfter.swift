public import HTTPTypes
public import _TalynFoundation

/// The `Retry-After` field of a response (RFC 9110, section 10.2.3), and `retry-after-ms`, which has milliseconds and counts more.
public enum RetryAfter {
    /// Returns the wait that a response asks for; nil if it asks for none.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the response. A date is compared with their `Date`, so a wrong local clock does no harm.
    ///   - date: Returns the local time, for a response without a `Date`.
    public static func delay(in fields: HTTPFields, at date: () -> Date) -> Duration? {
        // OpenAI and Azure send it, since a second is long for them.
        if let value = fields[.retryAfterMilliseconds]?.withoutOuterSpaces, let number = Double(value), number >= 0 {
            return .clamping(number / 1_000)
        }
        guard let value = fields[.retryAfter]?.withoutOuterSpaces, !value.isEmpty else { return nil }
        if value.utf8.allSatisfy(\.isASCIIDigit) { return Double(value).map { .clamping($0) } }
        let now = fields[.date].flatMap { HTTPDate.date($0, at: date) } ?? date()
        return HTTPDate.date(value, at: date).map { .clamping($0.timeIntervalSince(now)) }
    }
}

extension HTTPField.Name {
    fileprivate static let retryAfterMilliseconds = HTTPField.Name("retry-after-ms")!
}
