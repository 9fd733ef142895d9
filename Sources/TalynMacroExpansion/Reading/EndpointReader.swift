#if Macros
extension Problems {
    /// The endpoint that a case of an enum declares.
    ///
    /// - Parameters:
    ///   - declaration: The declaration, which may have more cases than one.
    ///   - condition: The condition of the `#if` in which it stands.
    ///   - inherited: What the type says for all its endpoints.
    ///   - written: The names of the members that are written by hand.
    mutating func endpoints(
        of declaration: EnumCaseDeclSyntax,
        condition: String?,
        inherited: Settings,
        written: Set<String>
    ) -> [EndpointDeclaration] {
        let attributes = declaration.attributes
        guard let first = declaration.elements.first else { return [] }
        let verb = verb(in: attributes, of: first.name)
        let own = settings(in: attributes)
        let hasVerb = attributes.all.contains(where: \.isVerb)
        return declaration.elements.map { element in
            let values = element.values.map { value in
                var value = value
                value.isForeign = value.type.unwrapped.isForeign(to: ownTypes)
                return value
            }
            var endpoint = EndpointDeclaration(
                name: element.name.text,
                nameToken: element.name,
                condition: condition,
                values: values
            )
            if !hasVerb, !written.contains("path") { noteMissingVerb(declaration, element) }
            if hasVerb, element != first {
                note(
                    "manyCases",
                    "the attributes are those of '\(first.name.text.withoutBackticks)': "
                        + "each endpoint has a declaration of its own",
                    at: element
                )
                return endpoint
            }
            endpoint.verb = verb
            endpoint.availability = attributes.availability
            endpoint.settings = inherited.overridden(by: own)
            endpoint.ownHeaders = own.headers
            readRoles(of: attributes, into: &endpoint)
            resolve(&endpoint, element: Syntax(element), written: written)
            return endpoint
        }
    }

    private mutating func noteMissingVerb(_ declaration: EnumCaseDeclSyntax, _ element: EnumCaseElementSyntax) {
        let name = element.name.text.withoutBackticks
        let attribute = AttributeSyntax("GET", path: "/\(name)").with(\.trailingTrivia, .space)
        var changed = declaration.with(\.leadingTrivia, [])
        changed.attributes = [.attribute(attribute)] + changed.attributes
        changed.leadingTrivia = declaration.leadingTrivia
        note(
            "noMethod",
            "'\(name)' has no method and no path: write @GET(\"/\(name)\") or another before it",
            at: element,
            fixIts: declaration.elements.count == 1
                ? [.replace("insert '@GET(\"/\(name)\")'", declaration, with: changed)] : []
        )
    }
}

extension EnumCaseElementSyntax {
    /// The associated values; those without a name get one that no other has.
    fileprivate var values: [EndpointValue] {
        let parameters = Array(parameterClause?.parameters ?? [])
        let names = Set(parameters.compactMap { ($0.secondName ?? $0.firstName)?.text })
        return parameters.enumerated().map { index, parameter in
            var name = "value\(index)"
            while names.contains(name) { name += "_" }
            return EndpointValue(parameter, name: name)
        }
    }
}

extension EndpointValue {
    /// - Parameters:
    ///   - parameter: An associated value.
    ///   - fallback: What it is called if it has no name.
    fileprivate init(_ parameter: EnumCaseParameterSyntax, name fallback: String) {
        let label = parameter.firstName?.text
        let own = parameter.secondName ?? parameter.firstName
        let name = own.map(\.text.withoutBackticks)
        self.init(
            label: label == "_" ? nil : label,
            name: name == "_" ? fallback : name ?? fallback,
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
            rightParen: .rightParenToken()
        )
    }
}
#endif
