#if Macros
extension Problems {
    /// Notes where the attributes of an endpoint put its values: `@Header("token", name: "X-Token")`.
    mutating func readRoles(of attributes: AttributeListSyntax, into endpoint: inout EndpointDeclaration) {
        for attribute in attributes.all where EndpointValue.roles.contains(attribute.name) {
            let names = attribute.unlabelled
            if names.isEmpty {
                note("whichValue", "say which value: @\(attribute.name)(\"name\")", at: attribute.node)
            }
            if names.count > 1, let argument = attribute.argument("name") {
                note("nameOfMany", "a name is that of one value", at: argument)
            }
            for name in names {
                guard let text = name.text else {
                    note("valueIsNoLiteral", "the name of a value has to be a string literal", at: name)
                    continue
                }
                guard let index = endpoint.values.firstIndex(where: { $0.isCalled(text) }) else {
                    noteUnknownValue(text, name, in: endpoint)
                    continue
                }
                guard endpoint.values[index].role == nil else {
                    note(
                        "valueTwice",
                        "'\(text)' is used twice; a value goes to one place",
                        at: name,
                        fixIts: names.count == 1 ? [.remove(attribute.node)] : []
                    )
                    continue
                }
                endpoint.values[index].roleNode = Syntax(name)
                endpoint.values[index].role = role(
                    attribute,
                    of: endpoint.values[index],
                    isOnlyOne: names.count == 1,
                    mapping: endpoint.settings.keyMapping
                )
            }
        }
    }

    private mutating func noteUnknownValue(_ text: String, _ name: ExprSyntax, in endpoint: EndpointDeclaration) {
        let named = endpoint.values.filter(\.isNamed).map(\.name)
        let fixIts = named.map { other in
            FixIt.rewrite("write '\(other)'", name, as: StringLiteralExprSyntax(content: other))
        }
        let known = named.isEmpty ? "none with a name" : named.map { "'\($0)'" }.joined(separator: ", ")
        note(
            "unknownValue",
            "'\(endpoint.name.withoutBackticks)' has no value '\(text)'; it has \(known)",
            at: name,
            fixIts: fixIts
        )
    }

    /// What an attribute says of a value.
    mutating func role(
        _ attribute: Attribute,
        of value: EndpointValue,
        isOnlyOne: Bool,
        mapping: String?
    ) -> EndpointValue.Role? {
        var given: String?
        if isOnlyOne, let argument = attribute.argument("name"), !argument.is(NilLiteralExprSyntax.self) {
            given = attribute.name == "Header" ? fieldName(argument) : argument.text
            if given == nil, attribute.name != "Header" {
                note("nameIsNoLiteral", "a name has to be a string literal", at: argument)
            }
        }
        let name = given ?? value.name.mapped(by: mapping)
        switch attribute.name {
        case "Body": return .body
        case "Query": return .query(name: name)
        case "Field": return .field(name: name)
        case "Header":
            if given == nil, !value.name.isToken, attribute.argument("name")?.is(NilLiteralExprSyntax.self) != false {
                note(
                    "invalidFieldName",
                    "'\(value.name)' is no name of a header field: say another one by 'name:'",
                    at: value.place
                )
            }
            return .header(name: given ?? value.name)
        case "Path": return .path(given ?? value.name)
        default:
            return .part(
                name: name,
                fileName: attribute.argument("fileName")?.trimmedDescription,
                mimeType: attribute.argument("mimeType")?.trimmedDescription
            )
        }
    }
}

extension EndpointValue {
    /// Whether somebody who names a value means this one.
    func isCalled(_ text: String) -> Bool {
        isNamed && name == text
    }
}

extension String {
    /// The name as it is sent.
    func mapped(by keyMapping: String?) -> String {
        keyMapping == "snakeCase" ? inSnakeCase : self
    }

    /// `myURLPath` as `my_url_path`: the rules of `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
    private var inSnakeCase: String {
        let characters = Array(self)
        var result = ""
        for (index, character) in characters.enumerated() {
            let isFirst = index == 0
            if character.isUppercase, !isFirst {
                let followsLower = !characters[index - 1].isUppercase
                let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
                if followsLower || endsAcronym, characters[index - 1] != "_" { result.append("_") }
            }
            result += character.lowercased()
        }
        return result
    }
}
#endif
