#if Macros
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
        var arguments = function.signature.parameterClause.parameters.enumerated().map { index, parameter in
            let name = (parameter.secondName ?? parameter.firstName).text
            let label = parameter.firstName.text
            return label == "_" ? name : "\(label): \(name)"
        }
        if !isTrue("hasBaseURL") { arguments.append("baseURL: baseURL") }
        let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
        let statement = CallResult(function.signature.returnClause?.type).statement(
            calling: ".\(function.name.text)\(list)",
            validates: isTrue("validates")
        )
        return ["    \(raw: statement)"]
    }
}
#endif
