#if Macros
extension Problems {
    /// The endpoint that a case of an enum declares.
    ///
    /// - Parameters:
    ///   - declaration: The declaration, which may have more cases than one.
    ///   - condition: The condition of the `#if` in which it stands.
    ///   - inherited: What the type says for all its endpoints.
    ///   - needsVerb: Whether the method and the path have to be said.
    mutating func endpoints(
        of declaration: EnumCaseDeclSyntax,
        condition: String?,
        inherited: Settings,
        needsVerb: Bool
    ) -> [EndpointDeclaration] {
        let attributes = declaration.attributes
        return declaration.elements.map { element in
            let values = (element.parameterClause?.parameters ?? []).enumerated().map { index, parameter -> EndpointValue in
                var value = EndpointValue(parameter, index: index)
                value.isForeign = value.type.unwrapped.isForeign(to: ownTypes)
                return value
            }
            var endpoint = EndpointDeclaration(
                name: element.name.text,
                nameToken: element.name,
                condition: condition,
                values: values
            )
            endpoint.verb = verb(in: attributes, of: element.name)
            let hasVerb = attributes.all.contains { Verb.names.contains($0.name) || $0.name == "HTTP" }
            if !hasVerb, needsVerb { noteMissingVerb(declaration, element) }
            if hasVerb, declaration.elements.count > 1, element != declaration.elements.first {
                note("manyCases", "each endpoint has a declaration of its own", at: element)
                return endpoint
            }
            endpoint.settings = inherited.overridden(by: settings(in: attributes))
            readRoles(of: attributes, into: &endpoint)
            resolve(&endpoint, element: Syntax(element))
            return endpoint
        }
    }

    private mutating func noteMissingVerb(_ declaration: EnumCaseDeclSyntax, _ element: EnumCaseElementSyntax) {
        let name = element.name.text.withoutBackticks
        let attribute = AttributeListSyntax.Element(AttributeSyntax("GET", path: "/\(name)"))
        var changed = declaration
        changed.attributes = [attribute.with(\.leadingTrivia, declaration.leadingTrivia)] + declaration.attributes
        if declaration.attributes.isEmpty { changed.caseKeyword.leadingTrivia = [] }
        note(
            "noMethod",
            "'\(name)' has no method and no path: write @GET(\"/\(name)\") or another before it",
            at: element,
            fixIts: declaration.elements.count == 1
                ? [.replace("insert '@GET(\"/\(name)\")'", declaration, with: changed)] : []
        )
    }
}

extension EndpointValue {
    init(_ parameter: EnumCaseParameterSyntax, index: Int) {
        let label = parameter.firstName?.text
        let own = parameter.secondName ?? parameter.firstName
        let name = own.map(\.text.withoutBackticks)
        self.init(
            label: label == "_" ? nil : label,
            name: name == nil || name == "_" ? "value\(index)" : name!,
            isNamed: name != nil && name != "_",
            type: parameter.type,
            node: Syntax(parameter),
            defaultValue: parameter.defaultValue
        )
    }
}

extension AttributeSyntax {
    /// An attribute with a path, as it is put before a declaration.
    init(_ name: String, path: String) {
        let literal = StringLiteralExprSyntax(content: path)
        self.init(
            attributeName: IdentifierTypeSyntax(name: .identifier(name)),
            leftParen: .leftParenToken(),
            arguments: .argumentList([LabeledExprSyntax(expression: literal)]),
            rightParen: .rightParenToken(trailingTrivia: .space)
        )
    }
}
#endif
