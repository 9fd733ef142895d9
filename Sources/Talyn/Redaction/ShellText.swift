import Foundation

/// Text as a POSIX shell reads it (POSIX.1-2017, Shell and Utilities, section 2.2).
enum ShellText {
    /// The text as one word: in single quotes, between which every character stands for itself.
    static func quoted(_ text: String) -> String {
        var quoted = "'"
        // Not by characters: a quote with an accent behind it is another character, but still a quote for the shell.
        for scalar in text.unicodeScalars {
            if scalar == "'" { quoted += #"'\''"# } else { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "'"
    }

    /// A command that writes the bytes to its standard output, whatever they are.
    ///
    /// Text is written as it is; other bytes as octal escapes, which every shell's `printf` knows.
    static func printing(_ data: Data) -> String {
        if let text = plainText(data) { return "printf '%s' \(quoted(text))" }
        var format = ""
        format.reserveCapacity(data.count * 2)
        for (offset, byte) in data.enumerated() {
            // What starts with a hyphen, as every multipart body does, would be taken for an option.
            let isOption = offset == 0 && byte == UInt8(ascii: "-")
            if ASCIISet.printed.contains(byte), !isOption {
                format.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                // Three digits, so that a digit that follows is not taken for a part of the escape.
                let digits = String(byte, radix: 8)
                format += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return "printf '\(format)'"
    }

    /// The text, if the bytes are text that can be pasted into a terminal: a control character would act there.
    static func plainText(_ data: Data) -> String? {
        guard let text = String(validatingUTF8Bytes: data),
            text.unicodeScalars.allSatisfy({ $0 == "\n" || $0.properties.generalCategory != .control })
        else { return nil }
        return text
    }
}

extension ASCIISet {
    /// What `printf` writes as it stands, in single quotes: neither `%` nor `\` nor the quote.
    fileprivate static let printed = unreserved.union(ASCIISet(" !#$&()*+,/:;<=>?@[]^`{|}\""))
}
