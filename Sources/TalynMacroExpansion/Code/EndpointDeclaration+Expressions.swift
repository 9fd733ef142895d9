#if Macros
import SwiftSyntax

/// An expression for one endpoint, with the names of the values that it uses.
struct EndpointExpression: Equatable {
    var text: String
    var uses: Set<String> = []
    /// The statements of the text; nil for an expression. A statement can have several lines, such as those of a literal.
    var statements: [String]?

    init(_ text: String, uses: Set<String> = []) {
        self.text = text
        self.uses = uses
    }

    init(statements: [String], uses: Set<String>) {
        self.init(statements.joined(separator: "\n"), uses: uses)
        self.statements = statements
    }

    static func + (left: EndpointExpression, right: EndpointExpression) -> EndpointExpression {
        EndpointExpression(left.text + right.text, uses: left.uses.union(right.uses))
    }
}

extension EndpointDeclaration {
    /// The path, as a string literal with interpolations.
    var path: EndpointExpression {
        guard let route else { return EndpointExpression("\"\"") }
        var result = EndpointExpression("\"")
        for piece in route.path.pieces {
            switch piece {
            case .text(let text): result.text += text.escapedForLiteral
            case .placeholder(let name, let isEscaped):
                guard let value = values.first(where: { $0.role == .path(name) }) else { continue }
                let reference = isEscaped ? "percentEncoded: \(value.text)" : value.reference
                result = result + EndpointExpression("\\(\(reference), name: \"\(name)\")", uses: [value.name])
            }
        }
        result.text += "\""
        return result
    }

    /// The options, as an initializer; nil without options.
    var requestOptions: EndpointExpression? {
        guard !settings.options.isEmpty else { return nil }
        let lines = settings.options.map { "$0.\($0.name) = \($0.value)" }
        return EndpointExpression("Talyn.RequestOptions { \(lines.joined(separator: "; ")) }")
    }

    /// The formats, as an initializer or as the expression of the attribute; nil without formats.
    var coding: EndpointExpression? {
        let formats = settings.coding.formats.map { "$0.\($0.name) = \($0.value)" }
        guard let base = settings.coding.base else {
            let isDefault = formats.allSatisfy { $0 == "$0.keys = .unchanged" }
            return isDefault
                ? nil : EndpointExpression("Talyn.CodingOptions { \(formats.joined(separator: "; ")) }")
        }
        if formats.isEmpty { return EndpointExpression(base) }
        let lines = ["$0 = \(base)"] + formats
        return EndpointExpression("Talyn.CodingOptions { \(lines.joined(separator: "; ")) }")
    }
}

extension EndpointValue {
    /// The text of the value as an expression.
    var text: String { typeName == "String" && !isOptional ? reference : "String(requestValue: \(reference))" }
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
