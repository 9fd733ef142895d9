#if AsyncHTTPClient && os(Linux)
/// Checks text in UTF-8 while it arrives (RFC 3629, section 4).
struct UTF8Validator: Sendable {
    /// The number of bytes that the last scalar still needs.
    private var missing = 0
    /// The range of its next byte.
    private var next: ClosedRange<UInt8> = continuation

    private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the text can end here.
    var isComplete: Bool { missing == 0 }

    /// Checks the next bytes.
    ///
    /// - Returns: Whether more bytes can make the text valid. After false, the validator must not be used again.
    mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        let count = bytes.count
        while index < count {
            if missing == 0 {
                // Most text is ASCII.
                while index + 8 <= count,
                    bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                { index += 8 }
                guard index < count else { return true }
            }
            guard accept(bytes[index]) else { return false }
            index += 1
        }
        return true
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard missing == 0 else {
            guard next.contains(byte) else { return false }
            missing -= 1
            next = Self.continuation
            return true
        }
        next = Self.continuation
        switch byte {
        case 0..<0x80: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF:
            missing = 2
            // Neither overlong forms nor surrogates.
            if byte == 0xE0 { next = 0xA0...0xBF } else if byte == 0xED { next = 0x80...0x9F }
        case 0xF0...0xF4:
            missing = 3
            // Neither overlong forms nor numbers above U+10FFFF.
            if byte == 0xF0 { next = 0x90...0xBF } else if byte == 0xF4 { next = 0x80...0x8F }
        default: return false
        }
        return true
    }
}
#endif
