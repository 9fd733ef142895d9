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
            let around = context.lexicalContext.first?.as(EnumDeclSyntax.self)
            if around?.attributes.first(named: "API") == nil { problems.noteUnread(node, by: "@API", of: "enum") }
        } else if declaration.is(FunctionDeclSyntax.self) {
            let around = context.lexicalContext.first?.as(StructDeclSyntax.self)
            if around?.attributes.first(named: "Client") == nil {
                problems.noteUnread(node, by: "@Client", of: "struct")
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
}

extension Problems {
    fileprivate mutating func checkReader(of node: AttributeSyntax, at attributes: AttributeListSyntax) {
        if Verb.names.contains(node.name) || node.name == "HTTP" || EndpointValue.roles.contains(node.name) {
            note("wrongPlace", "@\(node.name) is for a case of the enum, or a function of the struct", at: node)
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
