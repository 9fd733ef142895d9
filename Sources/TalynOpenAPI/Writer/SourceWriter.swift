/// Collects the lines of a source file, with their indentation.
struct SourceWriter {
    private(set) var lines: [String] = []
    private var indentation = ""

    mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : indentation + text)
    }

    /// Writes a line that opens a block, the lines inside, and the brace at its end.
    mutating func block(_ opening: String, _ body: (inout SourceWriter) -> Void) {
        line(opening + " {")
        indented(body)
        line("}")
    }

    /// Writes a call or a signature: in one line if it fits, or else with an item in each line.
    mutating func list(_ opening: String, _ items: [String], _ closing: String) {
        let text = opening + items.joined(separator: ", ") + closing
        if items.isEmpty || fits(text) { line(text) } else { lines(opening, items, closing) }
    }

    /// Writes a call or a signature with an item in each line.
    mutating func lines(_ opening: String, _ items: [String], _ closing: String) {
        line(opening)
        indented { writer in
            for (index, item) in items.enumerated() { writer.line(item + (index + 1 < items.count ? "," : "")) }
        }
        line(closing)
    }

    func fits(_ text: String) -> Bool { indentation.utf8.count + text.utf8.count <= 120 }

    mutating func indented(_ body: (inout SourceWriter) -> Void) {
        indentation += "    "
        body(&self)
        indentation.removeLast(4)
    }

    mutating func comment(_ lines: [String]) {
        for line in lines {
            let text = Documentation.line(line)
            self.line(text.isEmpty ? "///" : "/// \(text)")
        }
    }
}

extension TypeUse {
    /// The type in Swift.
    ///
    /// - Parameter scope: The declaration around the use, whose own types need no qualification.
    func swift(in scope: Declaration? = nil) -> String {
        switch self {
        case .json: "JSONValue"
        case .string: "String"
        case .int: "Int"
        case .int64: "Int64"
        case .uint64: "UInt64"
        case .double: "Double"
        case .bool: "Bool"
        case .date, .unixDate: "Date"
        case .day: "CalendarDate"
        case .binary: "MultipartFile"
        case .array(let type): "[\(type.swift(in: scope))]"
        case .map(let type): "[String: \(type.swift(in: scope))]"
        case .optional(let type): "\(type.swift(in: scope))?"
        case .named(let declaration):
            if let parent = declaration.parent, parent === scope { declaration.name } else { declaration.fullName }
        }
    }

    /// The type that stands in the JSON in place of one with dates; nil for a type that stands for itself.
    func coded(in scope: Declaration? = nil) -> String? {
        switch self {
        case .date: "Timestamp"
        case .unixDate: "UnixTime"
        case .array(let type): type.coded(in: scope).map { "[\($0)]" }
        case .map(let type): type.coded(in: scope).map { "[String: \($0)]" }
        case .optional(let type): type.coded(in: scope).map { "\($0)?" }
        default: nil
        }
    }

    func decoded(_ expression: String) -> String {
        switch self {
        case .date, .unixDate: "\(expression).date"
        default: mapped(expression) { $0.decoded("$0") }
        }
    }

    func encoded(_ expression: String) -> String {
        switch self {
        case .date: "Timestamp(\(expression))"
        case .unixDate: "UnixTime(\(expression))"
        default: mapped(expression) { $0.encoded("$0") }
        }
    }

    /// The expression with a transformation of the values inside; the expression alone for a type that stands for itself.
    private func mapped(_ expression: String, _ transform: (TypeUse) -> String) -> String {
        guard coded() != nil else { return expression }
        return switch self {
        case .array(let type), .optional(let type): "\(expression).map { \(transform(type)) }"
        case .map(let type): "\(expression).mapValues { \(transform(type)) }"
        default: expression
        }
    }

    /// The coded value of an expression, which is an optional unless the value is required.
    func encoded(_ expression: String, isRequired: Bool) -> String {
        isRequired ? encoded(expression) : TypeUse.optional(self).encoded(expression)
    }
}
