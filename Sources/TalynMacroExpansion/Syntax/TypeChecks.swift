#if Macros
import SwiftDiagnostics
import SwiftSyntax

extension DeclarationReader {
    /// Diagnoses a macro on a type of the wrong kind.
    mutating func diagnoseWrongKind(of declaration: some DeclGroupSyntax, _ node: AttributeSyntax, wanted: String) {
        let keyword = declaration.introducer
        var fixIts: [FixIt] = []
        let other = wanted == "enum" ? "Client" : "API"
        if (wanted == "enum" && keyword.text == "struct") || (wanted == "struct" && keyword.text == "enum") {
            fixIts.append(.rename(node, to: other))
        }
        let replacement = TokenSyntax.keyword(wanted == "enum" ? .enum : .struct)
        if ["class", "enum", "struct"].contains(keyword.text), declaration.modifiers.allSatisfy(\.isAccess) {
            fixIts.append(.rewrite("write '\(wanted)'", keyword, as: replacement))
        }
        diagnose(
            "wrongKind",
            wanted == "enum"
                ? "@API needs an enum with a case for each endpoint; for a struct with functions, use @Client"
                : "@Client needs a struct with a function for each endpoint; for an enum with cases, use @API",
            at: keyword,
            fixIts: fixIts
        )
    }
}

extension DeclarationReader {
    private static let privateInside =
        "the generated extension can't access a private type in another type; make it fileprivate"

    /// Diagnoses an endpoint with the name of a generated property.
    mutating func checkName(of endpoint: EndpointDeclaration, among properties: Set<String>) {
        guard endpoint.values.isEmpty, properties.contains(endpoint.name) else { return }
        diagnose(
            "nameOfProperty",
            "'\(endpoint.name)' is also the name of a generated property; rename this endpoint",
            at: endpoint.nameToken
        )
    }

    /// Diagnoses an enum that the generated extension can't access.
    mutating func checkAccess(of declaration: EnumDeclSyntax, in lexicalContext: [Syntax]) {
        // A private type at file scope is visible in the whole file.
        let around = lexicalContext.dropLast().compactMap { $0.asProtocol((any DeclGroupSyntax).self)?.modifiers }
        if around.contains(where: { $0.contains { $0.name.text == "private" } }) {
            diagnose("privateInside", Self.privateInside, at: declaration.name)
            return
        }
        guard !lexicalContext.isEmpty, let modifier = declaration.modifiers.first(where: { $0.name.text == "private" })
        else { return }
        diagnose(
            "privateInside",
            Self.privateInside,
            at: modifier,
            fixIts: [
                .replace(
                    "write 'fileprivate'",
                    modifier.name,
                    with: modifier.name.with(\.tokenKind, .keyword(.fileprivate))
                )
            ]
        )
    }

    /// Diagnoses cases with the same name and different labels. In a pattern, Swift matches the last one only.
    mutating func checkNames(of endpoints: [EndpointDeclaration]) {
        var names: Set<String> = []
        var conditional: Set<String> = []
        // Cases in an `#if` may exclude each other.
        for endpoint in endpoints.filter({ $0.condition == nil }) + endpoints.filter({ $0.condition != nil }) {
            let isNew =
                endpoint.condition.map {
                    !names.contains(endpoint.name) && conditional.insert("\(endpoint.name) \($0)").inserted
                } ?? names.insert(endpoint.name).inserted
            if isNew { continue }
            diagnose(
                "sameName",
                "another endpoint already has the case name '\(endpoint.name)'; rename this one",
                at: endpoint.nameToken
            )
        }
    }
}
#endif
