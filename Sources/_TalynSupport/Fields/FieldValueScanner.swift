/// Scans the value of a header field from start to end: tokens, quoted strings, numbers and parameters
/// (RFC 9110, section 5.6).
public struct FieldValueScanner {
    private let bytes: [UInt8]
    public private(set) var position = 0

    public init(_ value: String) {
        bytes = Array(value.utf8)
    }

    public var isAtEnd: Bool { position == bytes.count }

    /// The next byte; nil at the end.
    public var next: UInt8? { isAtEnd ? nil : bytes[position] }

    /// Takes the next byte; nil at the end.
    mutating func takeByte() -> UInt8? {
        guard let next else { return nil }
        position += 1
        return next
    }

    public func isAt(_ character: Unicode.Scalar) -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: character)
    }

    /// Skips the character if it comes next, and returns whether it did.
    public mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        position += 1
        return true
    }

    public mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    /// Skips optional white space (RFC 9110, section 5.6.3).
    public mutating func skipSpace() {
        skip { Self.isSpace($0) }
    }

    /// Skips white space and commas, which separate the elements of a list (RFC 9110, section 5.6.1).
    public mutating func skipListSeparators() {
        skip { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
    }

    /// Goes back to an earlier position.
    mutating func rewind(to position: Int) {
        self.position = position
    }

    /// Reads up to the first byte that matches, or to the end of the value.
    public mutating func text(upTo isEnd: (UInt8) -> Bool) -> String {
        let start = position
        skip { !isEnd($0) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads up to the first byte that matches, without the white space around the text.
    mutating func trimmedText(upTo isEnd: (UInt8) -> Bool) -> String {
        skipSpace()
        return text(upTo: isEnd).trimming { $0 == " " || $0 == "\t" }
    }

    /// Reads a token (RFC 9110, section 5.6.2).
    public mutating func token() -> String? {
        let token = text { !ASCIISet.token.contains($0) }
        return token.isEmpty ? nil : token
    }

    /// Reads an integer without a sign; nil if there are no digits or the number is too large.
    public mutating func number() -> Int64? {
        let digits = text { !$0.isASCIIDigit }
        return digits.isEmpty ? nil : Int64(digits)
    }

    /// Reads the content of a quoted string (RFC 9110, section 5.6.4); nil if no quotation mark comes next.
    ///
    /// - Parameters:
    ///   - requiresEnd: Whether the result is nil if the closing quotation mark is missing. Otherwise such a string extends
    ///     to the end of the value.
    ///   - keepsPathOfWindows: Whether a backslash escapes a quotation mark or a backslash only, if the content starts like a
    ///     path of Windows. Some servers send such file names.
    mutating func quotedString(requiresEnd: Bool = false, keepsPathOfWindows: Bool = false) -> String? {
        guard take("\"") else { return nil }
        let keepsOtherBackslashes = keepsPathOfWindows && isAtPathOfWindows
        var content: [UInt8] = []
        while position < bytes.count {
            if take("\"") { return String(decoding: content, as: UTF8.self) }
            if isAt("\\"), position + 1 < bytes.count {
                let next = bytes[position + 1]
                let isEscape = next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
                if isEscape || !keepsOtherBackslashes { position += 1 }
            }
            content.append(bytes[position])
            position += 1
        }
        return requiresEnd ? nil : String(decoding: content, as: UTF8.self)
    }

    /// Whether a path such as `C:\dir` or `\\server` follows.
    private var isAtPathOfWindows: Bool {
        let rest = bytes[position...]
        if rest.starts(with: #"\\"#.utf8) { return true }
        return rest.first?.isASCIILetter == true && rest.dropFirst().starts(with: #":\"#.utf8)
    }

    /// Reads a parameter, such as `charset=utf-8` or `name="a b"` (RFC 9110, section 5.6.6).
    ///
    /// - Parameters:
    ///   - isEnd: Whether a byte ends a value without quotes.
    ///   - keepsPathOfWindows: See ``quotedString(requiresEnd:keepsPathOfWindows:)``.
    /// - Returns: The name in lower case, and the value; nil for the value if there is no equals sign.
    public mutating func parameter(
        endingAt isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: ";") },
        keepsPathOfWindows: Bool = false
    ) -> (name: String, value: String?) {
        skipSpace()
        let name = text { $0 == UInt8(ascii: "=") || Self.isSpace($0) || isEnd($0) }.lowercased()
        skipSpace()
        guard take("=") else { return (name, nil) }
        skipSpace()
        let value = quotedString(keepsPathOfWindows: keepsPathOfWindows) ?? trimmedText(upTo: isEnd)
        return (name, value)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
