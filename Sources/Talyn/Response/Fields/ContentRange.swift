/// Which bytes of a representation a response carries (RFC 9110, section 14.4).
struct ContentRange: Hashable, Sendable {
    /// The bytes, counted from 0; nil if the server has none of those that were asked for (`bytes */200`).
    let range: Range<Int64>?

    /// How long the whole representation is; nil if the server doesn't know.
    let completeLength: Int64?

    /// Reads the value of the field; nil for one that is invalid, or counts something else than bytes.
    init?(_ value: String) {
        var scanner = FieldScanner(value)
        guard scanner.token()?.lowercased() == "bytes", scanner.take(" ") else { return nil }
        scanner.skipSpace()
        if scanner.take("*") {
            // There is nothing to say if neither is known.
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
