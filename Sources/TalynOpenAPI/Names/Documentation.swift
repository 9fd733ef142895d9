import _TalynSupport

/// The text of a document in a documentation comment.
enum Documentation {
    /// The lines of a text, without blank ones at its ends.
    static func lines(_ text: String?) -> [String] {
        var lines = (text ?? "").split(omittingEmptySubsequences: false) { $0.isNewline }.map { line -> String in
            var line = Self.line(String(line))
            while line.last == " " { line.removeLast() }
            return line
        }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// The lines of a schema's title and description. A title that only repeats the name, or is the name of a type, says nothing.
    static func lines(of schema: Schema, named name: String) -> [String] {
        let title = lines(schema.title)
        let description = lines(schema.description)
        let text = title.joined(separator: " ")
        if title.isEmpty || Words(text).list.joined() == Words(name).list.joined() { return description }
        if description.isEmpty { return title }
        return text.contains(" ") && !description.starts(with: title) ? title + [""] + description : description
    }

    /// The lines of an item in a list: the first one beside its label, the others below it.
    static func item(_ label: String, _ lines: [String], indentation: String = "") -> [String] {
        guard let first = lines.first else { return ["\(indentation)- \(label)"] }
        return ["\(indentation)- \(label): \(first)"]
            + lines.dropFirst().map { $0.isEmpty ? "" : "\(indentation)  \($0)" }
    }

    /// A text in one line of a comment. Signs that end a line, or that change how a reader sees it, are left out.
    static func line(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if !scalar.isControl {
                result.append(scalar)
            } else if Character(scalar).isWhitespace {
                result.append(" ")
            }
        }
        return String(result)
    }

    /// The text that marks a part as deprecated where `@available` would warn in the generated code itself.
    static let deprecation = "- Warning: Deprecated."

    /// Documentation with a mark of its own for a deprecated part.
    static func deprecated(_ lines: [String], _ isDeprecated: Bool) -> [String] {
        isDeprecated ? lines + (lines.isEmpty ? [] : [""]) + [deprecation] : lines
    }
}

extension String {
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
