import Foundation

/// The `Content-Disposition` field (RFC 6266), of which only the name of a file matters.
enum ContentDisposition {
    /// The name that the field suggests; nil if it has none.
    ///
    /// `filename*` (RFC 8187) is preferred to `filename`. Reads what servers send besides what they may: names with spaces
    /// and no quotes around them, in raw UTF-8, with backslashes that quote nothing. Escapes in a plain `filename` stay.
    static func fileName(in value: String) -> String? {
        var scanner = FieldScanner(value)
        var plain: String?
        var extended: String?
        while true {
            scanner.skip { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
            if scanner.isAtEnd { return extended ?? plain }
            let name = scanner.text { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }
                .trimmingCharacters(in: .whitespaces).lowercased()
            if scanner.take("=") {
                scanner.skipSpace()
                let text =
                    scanner.quotedString(keepsOtherBackslashes: true)
                    ?? scanner.text { $0 == UInt8(ascii: ";") }.trimmingCharacters(in: .whitespaces)
                switch name {
                case "filename" where plain == nil: plain = text
                case "filename*" where extended == nil: extended = decoded(text)
                default: break
                }
            }
            scanner.skip { $0 != UInt8(ascii: ";") }
        }
    }

    /// The text of an extended value, such as `UTF-8''%e2%82%ac` (RFC 8187, section 3.2); nil if it is none.
    private static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = unescaped(parts[2].utf8) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8":
            return String(bytes: bytes, encoding: .utf8)
        case "iso-8859-1":
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default:
            return nil
        }
    }

    /// The bytes, with each escape as the byte that it stands for; nil if a percent sign starts none.
    private static func unescaped(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard PercentEncoding.startsWithTwoHexDigits(rest),
                    let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
