#if Macros
extension Problems {
    /// Notes names that two values have in a place that holds one of them.
    mutating func checkNames(of endpoint: EndpointDeclaration) {
        var seen: [String: EndpointValue] = [:]
        for value in endpoint.values {
            guard let (kind, name) = value.uniqueName else { continue }
            let key = "\(kind) \(kind == "header field" ? name.lowercased() : name)"
            guard let other = seen.updateValue(value, forKey: key) else { continue }
            note("nameTwice", "'\(other.name)' is the \(kind) '\(name)' already", at: value.place)
        }
        for value in endpoint.values {
            guard case .header(let name) = value.role, endpoint.ownHeaders.contains(where: { $0.isNamed(name) }) else {
                continue
            }
            note(
                "fieldTwice",
                "@Headers has the field '\(name)' already, and '\(value.name)' would replace it",
                at: value.place
            )
        }
    }

    /// Notes a type whose values have no text or JSON, or none that a server reads.
    mutating func checkType(of value: EndpointValue) {
        guard let role = value.role, role != .destination else { return }
        let type = value.type.unwrapped
        let base = type.as(AttributedTypeSyntax.self)?.baseType.unwrapped ?? type
        if base.is(FunctionTypeSyntax.self) || base.is(TupleTypeSyntax.self) {
            note(
                "unfitType",
                "a closure or a tuple can't be sent: make '\(value.name)' of an Encodable type",
                at: value.type
            )
            return
        }
        let place: String
        switch role {
        case .path: place = "path"
        case .header: place = "header field"
        case .part: place = "part"
        default: return
        }
        let hasText = !["Array", "Data", "Date", "Dictionary", "Set"].contains(value.typeName)
        let isPart = value.isPart && (value.typeName == "Data" || value.isArrayOfParts)
        guard !hasText, !isPart else { return }
        note(
            "unfitType",
            "\(value.typeName) has no text that servers know from a \(place): make '\(value.name)' the text itself, a String",
            at: value.type
        )
    }
}

extension EndpointValue {
    /// Where the value goes and its name there, if no other value may have it: fields with one name replace each other.
    fileprivate var uniqueName: (kind: String, name: String)? {
        switch role {
        case .query(let name): ("query parameter", name)
        case .field(let name): ("body field", name)
        case .header(let name): ("header field", name)
        default: nil
        }
    }
}
#endif
