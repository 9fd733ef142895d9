import Foundation

/// Reads the value of a header field from its start to its end, byte by byte.
struct FieldScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ value: String) {
        bytes = Array(value.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    func isAt(_ character: Unicode.Scalar) -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: character)
    }

    /// Passes over a character, if that is what comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        position += 1
        return true
    }

    mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    /// Passes over optional white space (RFC 9110, section 5.6.3).
    mutating func skipSpace() {
        skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    /// The text up to the first byte that ends it, or to the end of the value.
    mutating func text(upTo isEnd: (UInt8) -> Bool) -> String {
        let start = position
        skip { !isEnd($0) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A token (RFC 9110, section 5.6.2).
    mutating func token() -> String? {
        let token = text { !ASCIISet.token.contains($0) }
        return token.isEmpty ? nil : token
    }

    /// A whole number without a sign; nil if there is none, or a greater one than fits.
    mutating func number() -> Int64? {
        let digits = text { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
        return digits.isEmpty ? nil : Int64(digits)
    }

    /// The content of a quoted string (RFC 9110, section 5.6.4); one that nobody closes goes to the end of the value.
    ///
    /// - Parameter keepsOtherBackslashes: Whether a backslash quotes nothing but a quotation mark or another backslash.
    mutating func quotedString(keepsOtherBackslashes: Bool = false) -> String? {
        guard take("\"") else { return nil }
        var content: [UInt8] = []
        while position < bytes.count, !take("\"") {
            if isAt("\\"), position + 1 < bytes.count {
                let next = bytes[position + 1]
                let quotes = next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
                if quotes || !keepsOtherBackslashes { position += 1 }
            }
            content.append(bytes[position])
            position += 1
        }
        return String(decoding: content, as: UTF8.self)
    }
}
