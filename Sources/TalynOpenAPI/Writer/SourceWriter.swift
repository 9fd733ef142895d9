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
        if items.isEmpty || fits(text) { return line(text) }
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
        case .array(let type), .optional(let type):
            coded() == nil ? expression : "\(expression).map { \(type.decoded("$0")) }"
        case .map(let type): coded() == nil ? expression : "\(expression).mapValues { \(type.decoded("$0")) }"
        default: expression
        }
    }

    func encoded(_ expression: String) -> String {
        switch self {
        case .date: "Timestamp(\(expression))"
        case .unixDate: "UnixTime(\(expression))"
        case .array(let type), .optional(let type):
            coded() == nil ? expression : "\(expression).map { \(type.encoded("$0")) }"
        case .map(let type): coded() == nil ? expression : "\(expression).mapValues { \(type.encoded("$0")) }"
        default: expression
        }
    }
}
