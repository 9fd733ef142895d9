#if Tools
import Foundation

/// Reads and writes cookies with the quotes that httpbin's framework puts around unusual values.
enum CookieText {
    /// The first value of each name in a Cookie header.
    static func parse(_ header: String) -> [String: String] {
        var cookies: [String: String] = [:]
        for section in header.split(separator: ";") {
            let parts = section.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard let name = parts.first, !name.isEmpty, cookies[name] == nil else { continue }
            cookies[name] = parts.count > 1 ? unquoted(parts[1]) : ""
        }
        return cookies
    }

    /// `value`, in quotes and with escapes if it has characters that a cookie cannot hold.
    static func quotedIfNeeded(_ value: String) -> String {
        let plain = #"^[\w!#$%&'()*+\-./:<=>?@\[\]^`{|}~]*$"#
        if value.utf8.allSatisfy({ $0 < 0x80 }), value.range(of: plain, options: .regularExpression) != nil {
            return value
        }
        let escaped = value.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                "\\" + String(Unicode.Scalar(byte))
            case 0x00..<0x20, UInt8(ascii: ","), UInt8(ascii: ";"), 0x7F...:
                String(format: "\\%03o", Int(byte))
            default:
                String(Unicode.Scalar(byte))
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func unquoted(_ value: String) -> String {
        guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        var bytes: [UInt8] = []
        var rest = value.utf8.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            if rest.count >= 3, let octal = UInt8(String(Substring(rest.prefix(3))), radix: 8) {
                bytes.append(octal)
                rest = rest.dropFirst(3)
            } else if let escaped = rest.popFirst() {
                bytes.append(escaped)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif
