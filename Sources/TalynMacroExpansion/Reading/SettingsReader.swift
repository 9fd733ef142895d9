#if Macros
extension Problems {
    /// What the attributes of a type or of an endpoint say, beside method, path, and where values go.
    mutating func settings(in attributes: AttributeListSyntax) -> Settings {
        var settings = Settings()
        for attribute in attributes.all {
            switch attribute.name {
            case "JSON", "Form", "Multipart": take(attribute, into: &settings, of: attributes)
            case "Headers": settings.headers += headers(attribute)
            case "Options": settings.options += options(attribute)
            case "KeyMapping": settings.keyMapping = keyMapping(attribute)
            case "Validation": settings.validation = attribute.expression
            case "Authorization": settings.authorization = attribute.expression
            case "ResultType": settings.resultType = attribute.type
            case "FailureType": settings.failureType = attribute.expression
            case "Sample": settings.sample = attribute.sample
            default: break
            }
        }
        return settings
    }

    private mutating func take(
        _ attribute: Attribute,
        into settings: inout Settings,
        of attributes: AttributeListSyntax
    ) {
        if settings.bodyKind != nil {
            note(
                "twoBodies",
                "a body is JSON, a form or multipart, and not two of them",
                at: attribute.node,
                fixIts: [.remove(attribute.node, from: attributes)]
            )
        }
        settings.bodyKind = ["JSON": .json, "Form": .form, "Multipart": .multipart][attribute.name]
        settings.bodyAttribute = attribute.node
    }

    private mutating func headers(_ attribute: Attribute) -> [Settings.HeaderField] {
        guard let argument = attribute.unlabelled.first else { return [] }
        guard let dictionary = argument.as(DictionaryExprSyntax.self) else {
            note("headersAreNoLiteral", "the header fields have to be a dictionary literal", at: argument)
            return []
        }
        guard case .elements(let elements) = dictionary.content else { return [] }
        var fields: [Settings.HeaderField] = []
        for element in elements {
            guard let name = fieldName(element.key) else { continue }
            if fields.contains(where: { $0.isNamed(name) }) {
                note("fieldTwice", "the field '\(name)' is there already", at: element.key)
            }
            checkFieldValue(element.value)
            fields.append(Settings.HeaderField(name: name, value: element.value.trimmedDescription))
        }
        return fields
    }

    /// The name of a header field, if the expression is one.
    mutating func fieldName(_ expression: ExprSyntax) -> String? {
        guard let literal = expression.literal, let name = literal.text else {
            note("fieldNameIsNoLiteral", "the name of a header field has to be a string literal", at: expression)
            return nil
        }
        if name.isToken { return name }
        let wrong = name.unicodeScalars.first { !String($0).isToken }
        let mended = String(String.UnicodeScalarView(name.unicodeScalars.map { String($0).isToken ? $0 : "-" }))
        note(
            "invalidFieldName",
            wrong.map { "the name of a header field can't have the character \($0.debugDescription)" }
                ?? "a header field has a name",
            at: expression,
            position: wrong.map { literal.position(of: String($0)) },
            fixIts: mended.isEmpty
                ? [] : [.replace("write '\(mended)'", literal, with: literal.replacing(text: mended))]
        )
        return nil
    }

    private mutating func checkFieldValue(_ expression: ExprSyntax) {
        guard let text = expression.text else { return }
        let isValid = text.unicodeScalars.allSatisfy { $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F) }
        if !isValid || text.first == " " || text.last == " " {
            note(
                "invalidFieldValue",
                "the value of a header field has neither line breaks nor control characters, nor spaces at its ends",
                at: expression
            )
        }
    }

    private mutating func options(_ attribute: Attribute) -> [Settings.Option] {
        attribute.arguments.compactMap { argument in
            argument.label.map { Settings.Option(name: $0.text, value: argument.expression.trimmedDescription) }
        }
    }

    private mutating func keyMapping(_ attribute: Attribute) -> String? {
        guard let argument = attribute.unlabelled.first else { return nil }
        let name = argument.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        guard let name, ["snakeCase", "useDefaultKeys"].contains(name) else {
            note(
                "keyMappingIsNoLiteral",
                "names are mapped while this is compiled: write .snakeCase or .useDefaultKeys here",
                at: argument
            )
            return nil
        }
        return name
    }
}

extension Attribute {
    /// The only argument.
    fileprivate var expression: String? { unlabelled.first?.trimmedDescription }

    /// The type whose metatype is the only argument: `User` for `User.self`.
    fileprivate var type: String? {
        let access = unlabelled.first?.as(MemberAccessExprSyntax.self)
        guard let base = access?.base, access?.declName.baseName.text == "self" else {
            return expression.map { "type(of: \($0))" }
        }
        return base.trimmedDescription
    }

    /// Text or bytes as an expression of bytes.
    fileprivate var sample: String? {
        guard let argument = unlabelled.first else { return nil }
        return argument.literal == nil ? argument.trimmedDescription : "Foundation.Data(\(argument.trimmedDescription).utf8)"
    }
}

extension StringLiteralExprSyntax {
    /// The literal with another text.
    fileprivate func replacing(text: String) -> StringLiteralExprSyntax {
        with(\.segments, [.stringSegment(StringSegmentSyntax(content: .stringSegment(text)))])
    }
}
#endif
