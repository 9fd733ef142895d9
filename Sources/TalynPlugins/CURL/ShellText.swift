import _TalynFoundation
import _TalynSupport

/// Text for a POSIX shell (POSIX.1-2017, Shell and Utilities, section 2.2).
enum ShellText {
    /// Quotes a text as one word.
    static func quoted(_ text: String) -> String {
        var quoted = "'"
        // Compares Unicode scalars: a quote with an accent is another `Character`, but still a quote for the shell.
        for scalar in text.unicodeScalars {
            if scalar == "'" { quoted += #"'\''"# } else { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "'"
    }

    /// A command that writes bytes to its standard output.
    ///
    /// Text is written as it is, and other bytes as octal escapes, which every `printf` supports.
    static func printing(_ data: Data) -> String {
        if let text = plainText(data) { return "printf '%s' \(quoted(text))" }
        var format = ""
        format.reserveCapacity(data.count * 2)
        for (offset, byte) in data.enumerated() {
            // `printf` would take a hyphen at the start for an option. Every multipart body starts with one.
            let isOption = offset == 0 && byte == UInt8(ascii: "-")
            if ASCIISet.printed.contains(byte), !isOption {
                format.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                // Three digits, so that a digit after the escape is not part of it.
                let digits = String(byte, radix: 8)
                format += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return "printf '\(format)'"
    }

    /// The text, if it is safe to paste into a terminal: it has no control characters.
    static func plainText(_ data: Data) -> String? {
        guard let text = String(validatingUTF8Bytes: data),
            text.unicodeScalars.allSatisfy({ $0 == "\n" || $0.properties.generalCategory != .control })
        else { return nil }
        return text
    }
}

extension ASCIISet {
    /// The characters that `printf` writes unchanged in single quotes: no `%`, `\` or quote.
    fileprivate static let printed = unreserved.union(ASCIISet(" !#$&()*+,/:;<=>?@[]^`{|}\""))
}
