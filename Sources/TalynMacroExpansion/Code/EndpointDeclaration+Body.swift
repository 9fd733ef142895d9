#if Macros
import SwiftSyntax

extension EndpointDeclaration {
    /// The query, as a dictionary literal; nil without parameters.
    var query: EndpointExpression? {
        let constants = (route?.path.parameters ?? []).map { parameter in
            "\"\(parameter.name.escapedForLiteral)\": \"\(parameter.value.escapedForLiteral)\""
        }
        let fields = values.compactMap { value in
            if case .query(let name) = value.role { (name, value) } else { nil }
        }
        if constants.isEmpty, fields.isEmpty { return nil }
        return literal(constants, fields)
    }

    /// The body; nil without one.
    var body: EndpointExpression? { wholeBody ?? fields ?? parts }

    private var wholeBody: EndpointExpression? {
        guard let value = values.first(where: { $0.role == .body }) else { return nil }
        func body(_ reference: String) -> String {
            switch value.typeName {
            case "Data": "data(\(reference))"
            case "HTTPBody": "stream(\(reference))"
            case "URL": "file(\(reference))"
            case "String": "data(TalynMacros.FoundationTypes.Data(\(reference).utf8))"
            default: "\(format)(\(reference))"
            }
        }
        let text =
            value.isOptional
            ? "\(value.reference).map { Talyn.RequestBody.\(body("$0")) } ?? Talyn.RequestBody.none"
            : ".\(body(value.reference))"
        return EndpointExpression(text, uses: [value.name])
    }

    private var fields: EndpointExpression? {
        let fields = values.compactMap { value in
            if case .field(let name) = value.role { (name, value) } else { nil }
        }
        guard !fields.isEmpty else { return nil }
        let members = literal([], fields)
        return EndpointExpression(".\(format)(\(members.text) as Talyn.RequestParameters)", uses: members.uses)
    }

    /// The name of the function that encodes a body.
    private var format: String { settings.bodyKind == .form ? "form" : "json" }

    private var parts: EndpointExpression? {
        let parts = values.compactMap { value -> (isOne: Bool, text: String, name: String)? in
            guard case .part(let name, let fileName, let contentType) = value.role else { return nil }
            let arguments =
                [
                    "name: \"\(name.escapedForLiteral)\"", fileName.map { "fileName: \($0)" },
                    contentType.map { "contentType: \($0)" },
                ]
                .compactMap { $0 }.joined(separator: ", ")
            let isOne = !value.isOptional
            let reference = isOne ? value.reference : "$0"
            let isArray = value.isArrayOfParts
            let isMade = isArray || value.typeName == "MultipartPart"
            let text = isMade ? reference : "Talyn.MultipartPart(\(reference), \(arguments))"
            if isOne { return (!isArray, text, value.name) }
            return (false, "\(value.reference).map { \(isArray ? text : "[\(text)]") } ?? []", value.name)
        }
        guard !parts.isEmpty else { return nil }
        let uses = Set(parts.map(\.name))
        if parts.allSatisfy(\.isOne) {
            return EndpointExpression(".multipart([\(parts.map(\.text).joined(separator: ", "))])", uses: uses)
        }
        let sum = parts.map { $0.isOne ? "[\($0.text)]" : "(\($0.text))" }.joined(separator: " + ")
        return EndpointExpression(".multipart(\(sum))", uses: uses)
    }

    /// A dictionary of values. It omits nil values at run time.
    private func literal(_ constants: [String], _ fields: [(name: String, value: EndpointValue)]) -> EndpointExpression
    {
        let members = constants + fields.map { "\"\($0.name.escapedForLiteral)\": \($0.value.reference)" }
        return EndpointExpression("[\(members.joined(separator: ", "))]", uses: Set(fields.map(\.value.name)))
    }
}
#endif
