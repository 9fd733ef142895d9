#if Macros
import SwiftSyntax

/// An expression for one endpoint, with the names of the values that it uses.
struct EndpointExpression: Equatable {
    var text: String
    var uses: Set<String> = []

    init(_ text: String, uses: Set<String> = []) {
        self.text = text
        self.uses = uses
    }

    static func + (left: EndpointExpression, right: EndpointExpression) -> EndpointExpression {
        EndpointExpression(left.text + right.text, uses: left.uses.union(right.uses))
    }
}

extension EndpointDeclaration {
    /// The path, as a string literal.
    var path: EndpointExpression {
        guard let route else { return EndpointExpression("\"\"") }
        var result = EndpointExpression("\"")
        for piece in route.path.pieces {
            switch piece {
            case .text(let text): result.text += text.escapedForLiteral
            case .placeholder(let name):
                guard let value = values.first(where: { $0.role == .path(name) }) else { continue }
                result = result + EndpointExpression("\\(pathSegment: \(value.reference))", uses: [value.name])
            }
        }
        result.text += "\""
        return result
    }

    /// The header fields, as a dictionary; nil if there are none.
    var headers: EndpointExpression? {
        var fields = settings.headers.map { (name: $0.name, value: EndpointExpression($0.value), isOptional: false) }
        func add(_ name: String, _ text: String, uses used: EndpointValue? = nil) {
            var value = EndpointExpression(text, uses: used.map { [$0.name] } ?? [])
            var isOptional = used?.isOptional == true
            // A dictionary literal with a duplicate key traps.
            if let index = fields.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
                let old = fields.remove(at: index)
                if isOptional {
                    // Without a value, the field keeps the value that it would have otherwise.
                    value = value + EndpointExpression(" ?? (\(old.value.text))", uses: old.value.uses)
                    isOptional = old.isOptional
                }
            }
            fields.append((name, value, isOptional))
        }
        let hasType = settings.headers.contains { $0.isNamed("Content-Type") }
        if !hasType, let value = values.first(where: { $0.role == .body && $0.typeName == "String" }) {
            let type = "\"text/plain; charset=utf-8\""
            if value.isOptional {
                add("Content-Type", "\(value.reference).map { _ in \(type) }", uses: value)
            } else {
                add("Content-Type", type)
            }
        }
        for value in values {
            guard case .header(let name) = value.role else { continue }
            let reference = value.reference
            add(
                name,
                value.isOptional
                    ? "\(reference).map { String(requestValue: $0) }" : "String(requestValue: \(reference))",
                uses: value
            )
        }
        guard !fields.isEmpty else { return nil }
        let list = fields.map { "\"\($0.name)\": \($0.value.text)" }.joined(separator: ", ")
        let uses = fields.reduce(into: Set<String>()) { $0.formUnion($1.value.uses) }
        guard fields.contains(where: \.isOptional) else { return EndpointExpression("[\(list)]", uses: uses) }
        return EndpointExpression("([\(list)] as [String: String?]).compactMapValues { $0 }", uses: uses)
    }

    /// The options, as an initializer; nil if there are none.
    var requestOptions: EndpointExpression? {
        guard !settings.options.isEmpty else { return nil }
        let lines = settings.options.map { "$0.\($0.name) = \($0.value)" }
        return EndpointExpression("Talyn.RequestOptions { \(lines.joined(separator: "; ")) }")
    }

    /// The key mapping, if it isn't the default.
    var mapping: String? {
        settings.keyMapping == "useDefaultKeys" ? nil : settings.keyMapping
    }
}

extension String {
    /// The text, escaped for a string literal.
    var escapedForLiteral: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\", "\"": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
#endif
