public import HTTPTypes

extension Redaction {
    /// The value of a header field: masked if it is a secret, and otherwise with the secrets masked of the URLs, the
    /// form or the JSON in it.
    ///
    /// Of `Authorization` the scheme is shown if it is a common one: `Bearer …`.
    public func value(_ value: String, ofHeaderField name: String) -> String {
        guard !isOff else { return value }
        guard masks(name) else { return nested(value) }
        let words = value.split(separator: " ", maxSplits: 1)
        if words.count == 2, Self.schemes.contains(words[0].lowercased()) { return "\(words[0]) \(Self.mask)" }
        return Self.mask
    }

    /// The header fields with their secrets masked.
    public func headerFields(_ fields: [String: String]) -> [String: String] {
        guard !isOff else { return fields }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.key, value($0.value, ofHeaderField: $0.key)) })
    }

    /// The header fields with their secrets masked, in the same order.
    public func headerFields(_ fields: HTTPFields) -> HTTPFields {
        guard !isOff else { return fields }
        var result = HTTPFields()
        for field in fields {
            let value = value(field.value, ofHeaderField: field.name.rawName)
            result.append(HTTPField(name: field.name, value: value))
        }
        return result
    }

    private static let schemes: Set<String> = ["basic", "bearer", "digest", "negotiate"]
}
