import HTTPTypes
import _TalynSupport

/// A `Range` field with one range of bytes (RFC 9110, section 14.1.2).
enum ByteRangeRequest: Sendable, Hashable {
    /// From the first byte to the last one; nil for the end of the representation.
    case from(Int64, to: Int64?)

    /// The last bytes.
    case suffix(Int64)

    /// Reads the value of the field; nil for several ranges, for another unit, and for a malformed value.
    init?(_ value: String) {
        var scanner = FieldValueScanner(value)
        guard scanner.token()?.lowercased() == "bytes", scanner.take("=") else { return nil }
        scanner.skipSpace()
        if scanner.take("-") {
            guard let count = scanner.number() else { return nil }
            self = .suffix(count)
        } else {
            guard let first = scanner.number(), scanner.take("-") else { return nil }
            let last = scanner.number()
            guard last ?? first >= first else { return nil }
            self = .from(first, to: last)
        }
        scanner.skipSpace()
        guard scanner.isAtEnd else { return nil }
    }

    /// The range of a representation; nil if the range is outside of it.
    func range(in completeLength: Int64) -> Range<Int64>? {
        switch self {
        case .from(let first, let last):
            guard first < completeLength else { return nil }
            return first..<min(last ?? .max - 1, completeLength - 1) + 1
        case .suffix(let count):
            guard count > 0, completeLength > 0 else { return nil }
            return max(0, completeLength - count)..<completeLength
        }
    }
}

extension HTTPFields {
    /// Whether the content was encoded. A range then counts encoded bytes, and transports give decoded ones.
    var areOfEncodedContent: Bool {
        elements(of: .contentEncoding).contains { $0.lowercased() != "identity" }
    }
}

extension StoredResponse {
    /// The length of the whole representation in bytes.
    var completeLength: Int64 { part?.completeLength ?? bodyLength }

    /// The range of the representation that the stored body has.
    var storedRange: Range<Int64> {
        guard let part else { return 0..<bodyLength }
        // A server can send more bytes than its range has.
        return part.offset..<part.offset + min(bodyLength, part.completeLength - part.offset)
    }

    /// The stored range that answers a request for a range; nil if a byte of it isn't stored.
    func range(for request: ByteRangeRequest) -> Range<Int64>? {
        guard !headerFields.areOfEncodedContent, let range = request.range(in: completeLength),
            storedRange.contains(range)
        else { return nil }
        return range
    }
}
