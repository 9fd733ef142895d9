#if Tools
import Foundation
import _TalynSupport

/// Writes JSON as Python's `json.dumps` does, so that it equals httpbin's byte for byte.
enum PythonJSON {
    /// The text of `value` over several lines, with sorted keys and a newline at the end.
    static func text(_ value: JSONNode) -> String {
        var text = String(decoding: value.json(isPretty: true), as: UTF8.self)
        // A JSON string has no newlines. So a pattern with a newline matches only outside of strings.
        text = replace(#"(?m)^( *"[^"\\]*+(?:\\.[^"\\]*+)*+") : "#, in: text, with: "$1: ")
        text = replace(#"([\[{])\n\n *([\]}])"#, in: text, with: "$1$2")
        return escape(text) + "\n"
    }

    /// The text of `value` on one line, with a newline at the end.
    static func line(_ value: JSONNode) -> String {
        var line = text(value).trimmingCharacters(in: .newlines)
        line = replace(#",\n *"#, in: line, with: ", ")
        line = replace(#"\n *"#, in: line, with: "")
        return line + "\n"
    }

    private static func replace(_ pattern: String, in text: String, with template: String) -> String {
        text.replacingOccurrences(of: pattern, with: template, options: .regularExpression)
    }

    /// Escapes all characters except printable ASCII. Only strings have such characters.
    private static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x7F }) else { return text }
        return text.utf16.reduce(into: "") { escaped, unit in
            if unit < 0x7F, let scalar = Unicode.Scalar(unit) {
                escaped.unicodeScalars.append(scalar)
            } else {
                escaped += String(format: "\\u%04x", unit)
            }
        }
    }
}
#endif
