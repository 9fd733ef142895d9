/// `@Client`: gives a struct of functions the target that they call, a provider, and their bodies.
package protocol ClientExpansion: MemberMacro, MemberAttributeMacro {}

extension ClientExpansion {
    package static var formatMode: FormatMode { .disabled }

    package static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var problems = Problems()
        defer { problems.report(to: context) }
        guard let declaration = declaration.as(StructDeclSyntax.self) else {
            problems.noteWrongKind(of: declaration, node, wanted: "struct")
            return []
        }
        let client = problems.client(node, declaration)
        let writer = ClientWriter(
            client: client,
            isBroken: problems.hasErrors,
            access: declaration.access(in: context.lexicalContext).limited(to: client.endpoints.map(\.access)),
            written: declaration.writtenMembers
        )
        return writer.members.map { DeclSyntax("\(raw: $0)") }
    }

    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard declaration.is(StructDeclSyntax.self), let function = member.as(FunctionDeclSyntax.self),
            function.body == nil, function.hasVerb
        else { return [] }
        let validates = (declaration.attributes.all + function.attributes.all).contains { $0.name == "Validation" }
        let hasURL = Attribute(.attribute(node))?.unlabelled.isEmpty == false
        return ["@_ClientCall(validates: \(raw: validates), hasBaseURL: \(raw: hasURL))"]
    }
}

/// A client as it is declared.
struct Client {
    let settings: Settings
    /// The base URL as an expression; nil if each instance is given its own.
    let baseURL: String?
    var endpoints: [EndpointDeclaration]
}

extension Problems {
    fileprivate mutating func client(_ node: AttributeSyntax, _ declaration: StructDeclSyntax) -> Client {
        let settings = settings(in: declaration.attributes)
        checkResultType(in: declaration.attributes)
        let baseURL = baseURL(in: node)
        var endpoints = declaration.allMembers.compactMap { member in
            member.declaration.as(FunctionDeclSyntax.self).flatMap {
                endpoint(of: $0, condition: member.condition, inherited: settings)
            }
        }
        endpoints.markOverloads()
        for endpoint in endpoints where baseURL == nil {
            for value in endpoint.values where value.label == "baseURL" || value.name == "baseURL" {
                note(
                    "baseURLTwice",
                    "the targets of this client have a value 'baseURL' already: call this one otherwise",
                    at: value.node
                )
            }
        }
        return Client(settings: settings, baseURL: baseURL, endpoints: endpoints)
    }
}

extension FunctionDeclSyntax {
    var hasVerb: Bool { attributes.all.contains(where: \.isVerb) }
}

extension String {
    /// The access of what has to do with all the functions: no wider than that of any of them, whose types it names.
    fileprivate func limited(to others: [String]) -> String {
        let widths = ["": 0, "package ": 1, "public ": 2]
        return ([self] + others).min { widths[$0, default: 0] < widths[$1, default: 0] } ?? self
    }
}
