import HTTPTypes

/// The selection of a response by the request's header fields (RFC 9111, section 4.1).
enum Variant {
    /// The names in the `Vary` fields, in lower case; nil if they have a `*`, which no request matches.
    static func names(in fields: HTTPFields) -> [String]? {
        let names = fields.elements(of: .vary).map { $0.lowercased() }
        return names.contains("*") ? nil : names
    }

    /// The request's values of the fields that `Vary` names.
    ///
    /// White space and the number of fields don't matter, nor does the case of languages. Their order does: some servers take
    /// the first one.
    ///
    /// A store must not hold credentials: their values are digests.
    static func values(of names: [String], in request: CachedRequest) -> [String: String] {
        var values: [String: String] = [:]
        for text in names {
            guard let name = HTTPField.Name(text) else { continue }
            let fields = request.headerFields.contains(name) ? request.headerFields : request.defaultFields
            guard fields.contains(name) else { continue }
            let value = normalized(fields, name)
            values[text] =
                request.secretNames.contains(text) ? CredentialDigest.digest(value, salt: request.salt) : value
        }
        return values
    }

    private static func normalized(_ fields: HTTPFields, _ name: HTTPField.Name) -> String {
        // Quoted commas and dates have to stay as they are.
        let values = fields[values: name]
        if values.contains(where: { $0.contains("\"") }) { return values.joined(separator: ", ") }
        let elements = fields.elements(of: name)
        guard name == .acceptLanguage else { return elements.joined(separator: ", ") }
        return elements.map { $0.lowercased().filter { !$0.isWhitespace } }.joined(separator: ", ")
    }

    /// Whether a stored response answers a request with these header fields.
    static func matches(_ stored: StoredResponse, _ request: CachedRequest) -> Bool {
        guard let names = names(in: stored.headerFields) else { return false }
        return names.isEmpty || values(of: names, in: request) == stored.variant
    }
}
