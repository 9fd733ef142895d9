/// The value of a `Content-Range` field in bytes (RFC 9110, section 14.4).
public struct ContentRange: Hashable, Sendable {
    /// The range of the bytes in the body, counted from 0; nil if the server can't satisfy the range (`bytes */200`).
    public let range: Range<Int64>?

    /// The length of the whole representation; nil if the server doesn't know it.
    public let completeLength: Int64?

    /// Parses the value of the field; nil if it is invalid or has another unit than bytes.
    public init?(_ value: String) {
        var scanner = FieldValueScanner(value)
        guard scanner.token()?.lowercased() == "bytes", scanner.take(" ") else { return nil }
        scanner.skipSpace()
        if scanner.take("*") {
            // A value without range and length is invalid.
            guard scanner.take("/"), let length = scanner.number() else { return nil }
            range = nil
            completeLength = length
        } else {
            guard let first = scanner.number(), scanner.take("-"), let last = scanner.number(), scanner.take("/"),
                first <= last, last < .max
            else { return nil }
            range = first..<last + 1
            if scanner.take("*") {
                completeLength = nil
            } else {
                guard let length = scanner.number(), last < length else { return nil }
                completeLength = length
            }
        }
        scanner.skipSpace()
        guard scanner.isAtEnd else { return nil }
    }
}
