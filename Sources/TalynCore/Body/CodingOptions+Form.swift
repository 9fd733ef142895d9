extension CodingOptions {
    /// A value as the pairs of a form or a query: `name=value`, joined with `&` and sorted by name.
    ///
    /// The value must have named members, such as a struct or a dictionary. Names and values are percent-encoded. A
    /// member that is nil is left out, and bytes are in Base64 (RFC 4648, section 4).
    ///
    /// - Throws: ``RequestError`` for a value without named members or a number that isn't finite, and any error of the
    ///   value.
    func formText(of value: any Encodable) throws -> String {
        let root = FormNode()
        try root.encode(value, with: self, at: [])
        guard case .object(let members) = root.content else {
            throw RequestError.parameter(path: "", problem: "is a \(type(of: value)), which has no named members")
        }
        var writer = URLEncodedWriter(self)
        writer.write(members)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension CodingOptions.KeyFormat {
    /// The key of a property.
    func key(of property: String) -> String {
        switch self {
        case .unchanged: property
        case .snakeCase: Self.words(of: property).joined(separator: "_")
        }
    }

    /// Splits a name in camel case into lowercase words: `myURLPath` becomes "my", "url" and "path".
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0 {
                let follows = characters[index - 1]
                let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
                if !word.isEmpty, follows != "_", !follows.isUppercase || endsAcronym {
                    words.append(word.lowercased())
                    word = ""
                }
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }
}
