extension RequestMatcher.Condition: CustomStringConvertible {
    /// The condition in words, without secrets.
    var description: String {
        switch self {
        case .any: "any request"
        case .target(let condition): condition.label
        case .method(let method): method.rawValue
        case .path(let template): Redaction.default.url(template.text)
        case .host(let host): "host \(host)"
        case .query(let name, let value): Self.text("query", name, value)
        case .header(let name, let value): Self.text("header", name.rawName, value)
        case .form(let name, let value): Self.text("form", name, value)
        case .json(let condition): condition.keyPath.map { "JSON at '\($0)'" } ?? "JSON"
        case .body(let data): "body of \(data.count) bytes"
        case .webSocket: "WebSocket"
        case .custom(let description, _): description
        case .all(let conditions): conditions.map(\.description).joined(separator: " ")
        case .either(let conditions): "(\(conditions.map(\.description).joined(separator: " or ")))"
        case .not(let condition): "not (\(condition))"
        }
    }

    private static func text(_ kind: String, _ name: String, _ value: String?) -> String {
        "\(kind) '\(name)'" + (value.map { " = \(SecretFreeText.value($0, of: name))" } ?? "")
    }
}
