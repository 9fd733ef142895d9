/// The body of a function of a client: `@Client` puts it there.
package protocol ClientCallExpansion: BodyMacro {}

extension ClientCallExpansion {
    package static var formatMode: FormatMode { .disabled }

    package static func expansion(
        of node: AttributeSyntax,
        providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
        in context: some MacroExpansionContext
    ) throws -> [CodeBlockItemSyntax] {
        guard let function = declaration.as(FunctionDeclSyntax.self), let attribute = Attribute(.attribute(node)) else {
            return []
        }
        func isTrue(_ label: String) -> Bool { attribute.argument(label)?.trimmedDescription == "true" }
        let parameters = function.signature.parameterClause.parameters
        let names = parameters.map { ($0.secondName ?? $0.firstName).text.withoutBackticks.asIdentifier }
        var arguments = zip(parameters, names).map { parameter, name in
            let label = parameter.firstName.text
            return label == "_" ? name : "\(label): \(name)"
        }
        if !isTrue("hasBaseURL") { arguments.append("baseURL: baseURL") }
        let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
        let statement = CallResult(function.signature.returnClause?.type).statement(
            calling: ".\(function.name.text)\(list)",
            validates: isTrue("validates"),
            provider: names.contains("provider") ? "self.provider" : "provider"
        )
        return ["    \(raw: statement)"]
    }
}
