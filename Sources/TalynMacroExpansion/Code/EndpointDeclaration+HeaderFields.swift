#if Macros
import SwiftSyntax

extension EndpointDeclaration {
    /// A header field with its value as an expression.
    private struct Field {
        let name: String
        let value: String
        /// The value that the field depends on, if that is an optional.
        var condition: EndpointValue?
        /// Whether the value of the field contains that of the optional.
        var isBound = true
    }

    /// Whether a header field depends on an optional value, so that a literal can't hold the fields.
    func hasOptionalHeaderField(addsContentType: Bool) -> Bool {
        fields(addsContentType: addsContentType).contains { $0.condition != nil }
    }

    /// The header fields as a dictionary literal; nil without fields.
    ///
    /// - Parameter addsContentType: Whether a body of text gets a `Content-Type`.
    func headerFields(addsContentType: Bool) -> EndpointExpression? {
        let fields = fields(addsContentType: addsContentType)
        guard !fields.isEmpty else { return nil }
        return EndpointExpression(literal(fields), uses: namesOfHeaderValues)
    }

    /// The statements that set the header fields of a variable; nil without fields.
    ///
    /// - Parameters:
    ///   - variable: The name of the variable.
    ///   - addsContentType: Whether a body of text gets a `Content-Type`.
    func headerFieldStatements(of variable: String, addsContentType: Bool) -> EndpointExpression? {
        let fields = fields(addsContentType: addsContentType)
        guard !fields.isEmpty else { return nil }
        let fixed = fields.filter { $0.condition == nil }
        var uses = namesOfHeaderValues
        var statements = fixed.isEmpty ? [] : ["\(variable) = \(literal(fixed))"]
        for field in fields {
            guard let value = field.condition else { continue }
            uses.insert(value.name)
            let condition = field.isBound ? "let \(value.reference)" : "\(value.reference) != nil"
            statements.append("if \(condition) { \(variable)[\(field.name.fieldName)] = \(field.value) }")
        }
        return EndpointExpression(statements: statements, uses: uses)
    }

    /// The fields of the attributes, then those of values. A value without an optional replaces a field with its name.
    private func fields(addsContentType: Bool) -> [Field] {
        var fields = settings.headers.map { Field(name: $0.name, value: $0.value) }
        let hasType = settings.headers.contains { $0.isNamed("Content-Type") }
        if addsContentType, !hasType, let body = values.first(where: { $0.role == .body && $0.typeName == "String" }) {
            let condition = body.isOptional ? body : nil
            fields.append(
                Field(
                    name: "Content-Type",
                    value: "\"text/plain; charset=utf-8\"",
                    condition: condition,
                    isBound: false
                )
            )
        }
        for value in values {
            guard case .header(let name) = value.role else { continue }
            if !value.isOptional { fields.removeAll { $0.name.lowercased() == name.lowercased() } }
            let text = value.typeName == "String" ? value.reference : "String(requestValue: \(value.reference))"
            fields.append(Field(name: name, value: text, condition: value.isOptional ? value : nil))
        }
        return fields
    }

    private var namesOfHeaderValues: Set<String> {
        Set(values.filter { if case .header = $0.role { true } else { false } }.map(\.name))
    }

    private func literal(_ fields: [Field]) -> String {
        "[\(fields.map { "\($0.name.fieldName): \($0.value)" }.joined(separator: ", "))]"
    }
}

extension String {
    /// The names of header fields of requests with a constant in swift-http-types. The constant has the name in camel case.
    private static let knownFields = [
        "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection",
        "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length", "Content-Location",
        "Content-Range", "Content-Type", "Cookie", "Date", "Early-Data", "Expect", "From", "If-Match",
        "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Max-Forwards", "Origin", "Priority",
        "Proxy-Authorization", "Range", "Referer", "TE", "Traceparent", "Tracestate", "Trailer", "Transfer-Encoding",
        "Upgrade", "User-Agent", "Via",
    ]

    /// The name of a header field as an expression of type `HTTPField.Name`.
    fileprivate var fieldName: String {
        guard let known = Self.knownFields.first(where: { $0.lowercased() == lowercased() }) else {
            return "HTTPTypes.HTTPField.Name(\"\(escapedForLiteral)\")!"
        }
        let words = known.split(separator: "-")
        return ".\(words[0].lowercased())\(words.dropFirst().joined())"
    }
}
#endif
