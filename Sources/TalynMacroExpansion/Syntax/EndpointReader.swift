#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclarationReader {
    /// Reads the endpoints from a case declaration of an enum.
    ///
    /// - Parameters:
    ///   - declaration: The declaration, which may contain several cases.
    ///   - condition: The condition of the `#if` around it.
    ///   - inherited: The settings of the type.
    ///   - written: The names of the members written by hand.
    mutating func endpoints(
        of declaration: EnumCaseDeclSyntax,
        condition: String?,
        inherited: Settings,
        written: Set<String>
    ) -> [EndpointDeclaration] {
        let attributes = declaration.attributes
        guard let first = declaration.elements.first else { return [] }
        let route = route(in: attributes, of: first.name)
        let own = settings(in: attributes)
        let hasRoute = attributes.all.contains(where: \.isRoute)
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
            if !hasRoute, !written.contains("path") { diagnoseMissingRoute(declaration, element) }
            if hasRoute, element != first {
                diagnose(
                    "manyCases",
                    "the attributes apply to '\(first.name.text.withoutBackticks)' only; "
                        + "declare each endpoint in a case of its own",
                    at: element
                )
                return endpoint
            }
            endpoint.route = route
            endpoint.availability = attributes.availability
            endpoint.settings = inherited.overridden(by: own)
            endpoint.ownHeaders = own.headers
            readRoles(of: attributes, into: &endpoint)
            resolve(&endpoint, element: Syntax(element), written: written)
            checkPages(of: endpoint, attributes, inherited: inherited)
            readConversation(attributes, into: &endpoint)
            return endpoint
        }
    }

    private mutating func diagnoseMissingRoute(_ declaration: EnumCaseDeclSyntax, _ element: EnumCaseElementSyntax) {
        let name = element.name.text.withoutBackticks
        let attribute = AttributeSyntax("GET", path: "/\(name)").with(\.trailingTrivia, .space)
        var changed = declaration.with(\.leadingTrivia, [])
        changed.attributes = [.attribute(attribute)] + changed.attributes
        changed.leadingTrivia = declaration.leadingTrivia
        diagnose(
            "noMethod",
            "'\(name)' has no method and no path; add an attribute such as @GET(\"/\(name)\")",
            at: element,
            fixIts: declaration.elements.count == 1
                ? [.replace("insert '@GET(\"/\(name)\")'", declaration, with: changed)] : []
        )
    }
}

extension EnumCaseElementSyntax {
    /// The associated values. Values without a name get a unique one.
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
    ///   - fallback: The name of a value without one.
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
    /// An attribute with a string literal as its argument.
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
