#if Macros
/// The attributes that `@API` and `@Client` read: they add nothing themselves, and note that nobody reads them.
package protocol AttributeExpansion: PeerMacro {}

extension AttributeExpansion {
    package static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var problems = Problems()
        if let group = declaration.asProtocol((any DeclGroupSyntax).self) {
            problems.checkReader(of: node, at: group.attributes)
        } else if declaration.is(EnumCaseDeclSyntax.self) {
            if !isRead(in: context) { problems.noteUnread(node, by: "@API", of: "enum") }
        } else if let function = declaration.as(FunctionDeclSyntax.self) {
            if !isRead(in: context) {
                problems.noteUnread(node, by: "@Client", of: "struct")
            } else if !function.hasVerb {
                problems.note("unread", "@\(node.name) says nothing without a method and a path: @GET(\"/\")", at: node)
            }
        } else {
            problems.note(
                "wrongPlace",
                "@\(node.name) is for a case of an enum with @API, or a function of a struct with @Client",
                at: node
            )
        }
        problems.report(to: context)
        return []
    }

    /// Whether the type has an attribute that reads this one, or says what is wrong with it.
    private static func isRead(in context: some MacroExpansionContext) -> Bool {
        let attributes = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)?.attributes
        return ["API", "Client"].contains { attributes?.first(named: $0) != nil }
    }
}

extension Problems {
    fileprivate mutating func checkReader(of node: AttributeSyntax, at attributes: AttributeListSyntax) {
        if Verb.names.contains(node.name) || node.name == "HTTP" || EndpointValue.roles.contains(node.name) {
            note(
                "wrongPlace",
                "@\(node.name) is for a case of the enum, or a function of the struct",
                at: node,
                fixIts: [.remove(node)]
            )
        } else if attributes.first(named: "API") == nil, attributes.first(named: "Client") == nil {
            note("unread", "@\(node.name) says nothing without @API or @Client beside it", at: node)
        }
    }

    fileprivate mutating func noteUnread(_ node: AttributeSyntax, by macro: String, of kind: String) {
        note(
            "unread",
            "@\(node.name) says nothing here: the \(kind) itself needs \(macro), and an extension of it isn't read",
            at: node
        )
    }
}
#endif
