/// The names that an earlier generation gave. A new version of the document keeps them.
public struct KeptNames: Equatable, Sendable {
    /// The names of types, by those of schemas.
    var types: [String: String] = [:]
    /// The names of functions with their types, such as `BooksAPI.list`, by method and path.
    var functions: [String: String] = [:]

    init() {}

    init(_ types: [String: String], _ plans: [OperationPlan]) {
        self.types = types
        for plan in plans { functions[plan.model.methodAndPath] = "\(plan.tag.typeName).\(plan.function)" }
    }

    /// The name of an operation's function. One that has moved to another tag gets a new one.
    func function(of operation: OperationModel, in tag: TagPlan) -> String? {
        guard let name = functions[operation.methodAndPath], name.hasPrefix(tag.typeName + ".") else { return nil }
        return String(name.dropFirst(tag.typeName.count + 1))
    }
}

extension KeptNames {
    private static let explanation = [
        "// The names that schemas and operations got first. The next generation keeps them, whatever else the document adds.",
        "// Without a line, or without this file, a name follows the document again.",
        "",
    ]

    static func isFile(_ text: String) -> Bool { text.contains(explanation[0]) }

    /// Reads a file of names. Lines of another form are ignored.
    init(text: String) {
        for line in text.split(separator: "\n") {
            for (start, names) in [("// type ", \KeptNames.types), ("// function ", \KeptNames.functions)] {
                guard line.hasPrefix(start) else { continue }
                var rest = line.dropFirst(start.count).unicodeScalars
                guard let key = Self.literal(&rest), rest.popFirst() == ":", rest.popFirst() == " " else { continue }
                let name = String(Substring(rest))
                // The name becomes code.
                guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }) else {
                    continue
                }
                self[keyPath: names][key] = name
            }
        }
    }

    /// The lines of the file: comments, so that a target needs no exception for it.
    var lines: [String] {
        func lines(_ kind: String, _ names: [String: String]) -> [String] {
            names.sorted { $0.key < $1.key }.map { "// \(kind) \($0.key.swiftLiteral): \($0.value)" }
        }
        return Self.explanation + lines("type", types) + lines("function", functions)
    }

    /// The text of the literal at the start, as ``Swift/String/swiftLiteral`` writes it.
    private static func literal(_ rest: inout Substring.UnicodeScalarView) -> String? {
        guard rest.popFirst() == "\"" else { return nil }
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return String(text) }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "t": text.append("\t")
            case "u":
                let digits = String(Substring(rest.dropFirst().prefix { $0 != "}" }))
                guard let scalar = UInt32(digits, radix: 16).flatMap({ Unicode.Scalar($0) }) else { return nil }
                text.append(scalar)
                rest = rest.dropFirst(digits.count + 2)
            case let sign?: text.append(sign)
            case nil: return nil
            }
        }
        return nil
    }
}
