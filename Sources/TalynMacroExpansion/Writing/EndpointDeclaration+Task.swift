#if Macros
import SwiftSyntax

extension EndpointDeclaration {
    /// The task, which sets the query and the body; nil without both.
    var task: EndpointExpression? {
        let query = values.compactMap { value in
            if case .query(let name) = value.role { (name, value) } else { nil }
        }
        let base = download ?? body ?? fields ?? parts
        guard !query.isEmpty else { return base }
        var names = requestFields(query)
        // The names of the values are mapped here. Only values with members of their own need an encoder.
        let isMapped = settings.formEncoder == nil && query.allSatisfy(\.1.isScalar)
        if let formEncoder, !isMapped { names.text += ", encoder: \(formEncoder)" }
        guard let base else { return EndpointExpression(".query(\(names.text))", uses: names.uses) }
        return base + EndpointExpression(".adding(query: \(names.text))", uses: names.uses)
    }

    private var download: EndpointExpression? {
        guard let value = values.first(where: { $0.role == .destination }) else { return nil }
        return optional(value) { ".downloadDestination(\($0))" }
    }

    private var body: EndpointExpression? {
        guard let value = values.first(where: { $0.role == .body }) else { return nil }
        return optional(value) { reference in
            switch value.typeName {
            case "Data": ".requestData(\(reference))"
            case "HTTPBody": ".upload(\(reference))"
            case "URL": ".uploadFile(\(reference))"
            case "String": ".requestData(Foundation.Data(\(reference).utf8))"
            default: encoded(reference)
            }
        }
    }

    private var fields: EndpointExpression? {
        let fields = values.compactMap { value in
            if case .field(let name) = value.role { (name, value) } else { nil }
        }
        guard !fields.isEmpty else { return nil }
        let names = requestFields(fields)
        return EndpointExpression(encoded(names.text), uses: names.uses)
    }

    /// The encoder of JSON, if it isn't the default.
    private var encoder: String? {
        settings.encoder ?? mapping.map { "Talyn.KeyMapping.\($0).encoder" }
    }

    /// The encoder of queries and forms, if it isn't the default.
    private var formEncoder: String? {
        settings.formEncoder
            ?? mapping.map { _ in "Talyn.URLEncodedFormEncoder(keyEncoding: .convertToSnakeCase)" }
    }

    /// A value as JSON or as a form.
    private func encoded(_ value: String) -> String {
        if settings.bodyKind == .form {
            return formEncoder.map { ".form(\(value), encoder: \($0))" } ?? ".form(\(value))"
        }
        return encoder.map { ".requestCustomJSONEncodable(\(value), encoder: \($0))" }
            ?? ".requestJSONEncodable(\(value))"
    }

    private var parts: EndpointExpression? {
        let parts = values.compactMap { value -> (isOne: Bool, text: String, name: String)? in
            guard case .part(let name, let fileName, let mimeType) = value.role else { return nil }
            let arguments =
                [
                    "name: \"\(name.escapedForLiteral)\"", fileName.map { "fileName: \($0)" },
                    mimeType.map { "mimeType: \($0)" },
                ]
                .compactMap { $0 }.joined(separator: ", ")
            let isOne = !value.isOptional
            let reference = isOne ? value.reference : "$0"
            let isArray = value.isArrayOfParts
            let isMade = isArray || value.typeName == "MultipartFormData"
            let text = isMade ? reference : "Talyn.MultipartFormData(\(reference), \(arguments))"
            if isOne { return (!isArray, text, value.name) }
            return (false, "\(value.reference).map { \(isArray ? text : "[\(text)]") } ?? []", value.name)
        }
        guard !parts.isEmpty else { return nil }
        let uses = Set(parts.map(\.name))
        if parts.allSatisfy(\.isOne) {
            return EndpointExpression(".uploadMultipart([\(parts.map(\.text).joined(separator: ", "))])", uses: uses)
        }
        let sum = parts.map { $0.isOne ? "[\($0.text)]" : "(\($0.text))" }.joined(separator: " + ")
        return EndpointExpression(".uploadMultipart(\(sum))", uses: uses)
    }

    /// A dictionary of values. It omits nil values at run time.
    private func requestFields(_ fields: [(name: String, value: EndpointValue)]) -> EndpointExpression {
        let members = fields.map { "\"\($0.name.escapedForLiteral)\": \($0.value.reference)" }
        return EndpointExpression(
            "[\(members.joined(separator: ", "))] as Talyn.RequestFields",
            uses: Set(fields.map(\.value.name))
        )
    }

    /// A task made from a value; for an optional value, a plain request if it is nil.
    private func optional(_ value: EndpointValue, _ make: (_ reference: String) -> String) -> EndpointExpression {
        let text =
            value.isOptional
            ? "(\(value.reference).map { Talyn.HTTPTask\(make("$0")) } ?? .requestPlain)" : make(value.reference)
        return EndpointExpression(text, uses: [value.name])
    }
}
#endif
