#if Macros
public import SwiftSyntax
public import SwiftSyntaxMacros

/// The expansion of the attributes that `@API` and `@Client` read.
///
/// It generates no code, and diagnoses attributes without effect.
public protocol AttributeExpansion: PeerMacro {}

extension AttributeExpansion {
    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var reader = DeclarationReader()
        if let group = declaration.asProtocol((any DeclGroupSyntax).self) {
            reader.checkReader(of: node, at: group.attributes)
        } else if declaration.is(EnumCaseDeclSyntax.self) {
            if !isRead(in: context) { reader.diagnoseUnread(node, by: "@API", of: "enum") }
        } else if let function = declaration.as(FunctionDeclSyntax.self) {
            if !isRead(in: context) {
                reader.diagnoseUnread(node, by: "@Client", of: "struct")
            } else if !function.hasRoute {
                reader.diagnose(
                    "unread",
                    "@\(node.name) has no effect without a method and a path, such as @GET(\"/\")",
                    at: node
                )
            }
        } else {
            reader.diagnose(
                "wrongPlace",
                "@\(node.name) belongs before a case of an enum with @API, or a function of a struct with @Client",
                at: node
            )
        }
        reader.report(to: context)
        return []
    }

    /// Whether the type has `@API` or `@Client`, which read this attribute or diagnose it.
    private static func isRead(in context: some MacroExpansionContext) -> Bool {
        let attributes = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)?.attributes
        return ["API", "Client"].contains { attributes?.first(named: $0) != nil }
    }
}

extension DeclarationReader {
    fileprivate mutating func checkReader(of node: AttributeSyntax, at attributes: AttributeListSyntax) {
        if Route.names.contains(node.name) || ["HTTP", "Paged"].contains(node.name)
            || EndpointValue.roles.contains(node.name)
        {
            diagnose(
                "wrongPlace",
                "@\(node.name) belongs before a case or a function, not before the type",
                at: node,
                fixIts: [.remove(node)]
            )
        } else if attributes.first(named: "API") == nil, attributes.first(named: "Client") == nil {
            diagnose("unread", "@\(node.name) has no effect on a type without @API or @Client", at: node)
        }
    }

    fileprivate mutating func diagnoseUnread(_ node: AttributeSyntax, by macro: String, of kind: String) {
        diagnose(
            "unread",
            "@\(node.name) has no effect here: the endpoint must be in the \(kind) with \(macro), not in an extension",
            at: node
        )
    }
}
#endif
