/// Gives the first one of two names in a YAML mapping another name, since the parser refuses names that occur twice.
enum RepeatedNames {
    /// The mark at the start of such a name. It is a character that no document has.
    private static let mark = "\u{F8FF}repeated-"

    static func original(_ name: String) -> String {
        guard name.hasPrefix(mark) else { return name }
        return String(name.dropFirst(mark.count).drop { $0 != ":" }.dropFirst())
    }

    /// The text with another name in place of one, made by a number; nil if the name isn't there as it is, such as one with an anchor.
    ///
    /// Lines, and the columns of scalars, are counted from 1.
    static func renaming(_ name: String, line: Int, column: Int, number: Int, in text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        var start = 0
        for _ in 1..<max(1, line) {
            guard let end = scalars[start...].firstIndex(where: { breaks.contains($0) }) else { return nil }
            start = scalars[end] == "\r" && end + 1 < scalars.count && scalars[end + 1] == "\n" ? end + 2 : end + 1
        }
        start += column - 1
        for written in ["'\(name)'", "\"\(name)\"", name].map({ Array($0.unicodeScalars) })
        where !written.isEmpty && scalars.indices.contains(start) && scalars[start...].starts(with: written) {
            let renamed = "\"\(mark)\(number):\(name.swiftLiteral.dropFirst().dropLast())\""
            var result = String.UnicodeScalarView(scalars[..<start])
            result += renamed.unicodeScalars
            result += scalars[(start + written.count)...]
            return String(result)
        }
        return nil
    }

    /// The line breaks of YAML 1.1, by which the parser counts lines (section 4.2).
    private static let breaks: Set<Unicode.Scalar> = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
}
