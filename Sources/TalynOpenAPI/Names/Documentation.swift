/// The text of a document in a documentation comment.
enum Documentation {
    /// The lines of a text, without blank ones at its ends. Very long texts are cut.
    static func lines(_ text: String?, limit: Int = 60) -> [String] {
        guard let text else { return [] }
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line -> String in
            var line = line.map { $0 == "\t" ? " " : $0 }.filter { !$0.unicodeScalars.contains { $0.value < 0x20 } }
            while line.last == " " { line.removeLast() }
            return String(line)
        }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if lines.count > limit { lines = Array(lines.prefix(limit)) + ["…"] }
        return lines
    }
}

extension String {
    /// The text as a literal in Swift.
    var swiftLiteral: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.isControl:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
