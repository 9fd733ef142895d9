/// An expression for one endpoint, and which of its values it uses.
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
        guard let verb else { return EndpointExpression("\"\"") }
        var result = EndpointExpression("\"")
        for piece in verb.path.pieces {
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
        var lines = settings.headers.map { EndpointExpression("\"\($0.name)\": \($0.value)") }
        var hasOptional = false
        for value in values {
            guard case .header(let name) = value.role else { continue }
            lines.removeAll { $0.text.lowercased().hasPrefix("\"\(name.lowercased())\":") }
            hasOptional = hasOptional || value.isOptional
            let text =
                value.isOptional
                ? "\(value.reference).map { String(requestValue: $0) }" : "String(requestValue: \(value.reference))"
            lines.append(EndpointExpression("\"\(name)\": \(text)", uses: [value.name]))
        }
        let isText = values.contains { $0.role == .body && $0.typeName == "String" }
        if isText, !lines.contains(where: { $0.text.lowercased().hasPrefix("\"content-type\":") }) {
            lines.append(EndpointExpression("\"Content-Type\": \"text/plain; charset=utf-8\""))
        }
        guard !lines.isEmpty else { return nil }
        let list = lines.map(\.text).joined(separator: ", ")
        let uses = lines.reduce(into: Set<String>()) { $0.formUnion($1.uses) }
        guard hasOptional else { return EndpointExpression("[\(list)]", uses: uses) }
        return EndpointExpression("([\(list)] as [String: String?]).compactMapValues { $0 }", uses: uses)
    }

    /// The options, as an initializer; nil if there are none.
    var requestOptions: EndpointExpression? {
        guard !settings.options.isEmpty else { return nil }
        let lines = settings.options.map { "$0.\($0.name) = \($0.value)" }
        return EndpointExpression("Talyn.RequestOptions { \(lines.joined(separator: "; ")) }")
    }

    /// The key mapping that isn't the usual one.
    var mapping: String? {
        settings.keyMapping == "useDefaultKeys" ? nil : settings.keyMapping
    }
}

extension String {
    /// The text as it stands in a string literal.
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
