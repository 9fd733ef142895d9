#if Macros
extension Problems {
    /// Warns of a lone value without a label that becomes a member of an object.
    mutating func checkLoneField(_ verb: Verb, of endpoint: EndpointDeclaration) {
        let content = endpoint.values.filter { $0.role == .body || $0.isField }
        guard content.count == 1, let value = content.first, case .field(let name) = value.role,
            value.label == nil, value.roleNode == nil, !value.isScalar
        else { return }
        let isForm = endpoint.settings.bodyKind == .form
        note(
            "loneField",
            "the body is \(isForm ? "a form with the field '\(name)'" : "{\"\(name)\": …}"): "
                + "@Body makes '\(value.name)' the whole body, a label keeps it a member",
            at: value.node,
            severity: .warning,
            fixIts: [value.asBody(of: verb), value.withLabel]
        )
    }

    /// Notes encoders at an endpoint that encodes nothing by them.
    mutating func checkEncoders(of endpoint: EndpointDeclaration) {
        let attributes = endpoint.settings.encoderAttributes
        let isForm = endpoint.settings.bodyKind == .form
        let isEncoded = endpoint.values.contains { $0.isField || ($0.role == .body && !$0.isSentAsItIs) }
        if let attribute = attributes["Encoder"], !isEncoded || isForm {
            note(
                "encodesNothing",
                "'\(endpoint.name.withoutBackticks)' sends no JSON: @Encoder says nothing here",
                at: attribute,
                fixIts: [.remove(attribute)]
            )
        }
        if let attribute = attributes["FormEncoder"], !(isEncoded && isForm),
            !endpoint.values.contains(where: \.isQuery)
        {
            note(
                "encodesNothing",
                "'\(endpoint.name.withoutBackticks)' sends neither a query nor a form: @FormEncoder says nothing here",
                at: attribute,
                fixIts: [.remove(attribute)]
            )
        }
    }

    /// Notes dates of which nobody says how they are written.
    mutating func checkDates(in value: EndpointValue, _ verb: Verb, of endpoint: EndpointDeclaration) {
        let settings = endpoint.settings
        let isInJSON = !value.isQuery && settings.bodyKind != .form
        guard value.isQuery || value.isField || value.role == .body, let date = date(in: value.type),
            (isInJSON ? settings.encoder : settings.formEncoder) == nil
        else { return }
        let place = value.isQuery ? "a query" : isInJSON ? "JSON" : "a form"
        let hasDefault = value.defaultValue.map { !$0.value.is(NilLiteralExprSyntax.self) } ?? false
        let encoder = AttributeSyntax("FormEncoder", argument: "URLEncodedFormEncoder(dateEncoding: .iso8601)")
        note(
            "dateWithoutFormat",
            "a Date in \(place) would be the seconds since 2001: make '\(value.name)' the text itself, a String, "
                + "or say how dates are written by @\(isInJSON ? "Encoder" : "FormEncoder")",
            at: date,
            fixIts: [
                hasDefault ? nil : .rewrite("write 'String'", date, as: TypeSyntax("String")),
                isInJSON ? nil : .insert(encoder, behind: verb.attribute),
            ]
        )
    }

    /// The `Date` in a type, such as that of an optional or of an array.
    private func date(in type: TypeSyntax) -> TypeSyntax? {
        let type = type.unwrapped
        if type.isForeign(to: ownTypes) { return nil }
        if type.nominalName == "Date" { return type }
        if let dictionary = type.as(DictionaryTypeSyntax.self) {
            return date(in: dictionary.key) ?? date(in: dictionary.value)
        }
        return type.genericArguments.lazy.compactMap { date(in: $0) }.first
    }
}

extension EndpointValue {
    fileprivate var isField: Bool { if case .field = role { true } else { false } }

    /// Makes the value the whole body.
    fileprivate func asBody(of verb: Verb) -> FixIt? {
        guard let parameter = node.as(FunctionParameterSyntax.self) else {
            return .insert(AttributeSyntax("Body", path: name), behind: verb.attribute)
        }
        let attribute = AttributeSyntax(attributeName: IdentifierTypeSyntax(name: .identifier("Body")))
        var changed = parameter.with(\.leadingTrivia, [])
        changed.attributes = [.attribute(attribute.with(\.trailingTrivia, .space))] + changed.attributes
        return .rewrite("insert '@Body'", parameter, as: changed)
    }

    /// Gives the value its name as a label.
    fileprivate var withLabel: FixIt? {
        let label = TokenSyntax.identifier(name.asLabel)
        if var parameter = node.as(FunctionParameterSyntax.self) {
            let old = parameter
            parameter.firstName = label.with(\.leadingTrivia, old.firstName.leadingTrivia)
            parameter.secondName = nil
            return .rewrite("insert a label", old, as: parameter)
        }
        if var parameter = node.as(EnumCaseParameterSyntax.self), parameter.secondName != nil {
            let old = parameter
            parameter.firstName = label.with(\.leadingTrivia, old.firstName?.leadingTrivia ?? [])
            parameter.secondName = nil
            return .rewrite("insert a label", old, as: parameter)
        }
        return nil
    }
}

extension AttributeSyntax {
    /// An attribute with an argument that is no literal.
    fileprivate init(_ name: String, argument: String) {
        self.init(
            attributeName: IdentifierTypeSyntax(name: .identifier(name)),
            leftParen: .leftParenToken(),
            arguments: .argumentList([LabeledExprSyntax(expression: ExprSyntax("\(raw: argument)"))]),
            rightParen: .rightParenToken()
        )
    }
}
#endif
