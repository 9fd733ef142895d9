#if Macros
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
        let isOverloaded = declaration.endpointNames.count { $0 == function.name.text } > 1
        let ownCase = isOverloaded ? ", case: \"\(function.nameWithLabels)\"" : ""
        let isForeign = function.signature.returnClause?.type.isForeign(to: declaration.writtenTypes) == true
        let decodes = isForeign ? ", decodes: true" : ""
        let validates = (declaration.attributes.all + function.attributes.all).contains { $0.name == "Validation" }
        let hasURL = Attribute(.attribute(node))?.unlabelled.isEmpty == false
        return ["@_ClientCall(validates: \(raw: validates), hasBaseURL: \(raw: hasURL)\(raw: ownCase)\(raw: decodes))"]
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
        ownTypes = declaration.writtenTypes
        let settings = settings(in: declaration.attributes)
        checkResultType(in: declaration.attributes)
        let baseURL = baseURL(in: node)
        let names = declaration.endpointNames
        let endpoints = declaration.allMembers.compactMap { member -> EndpointDeclaration? in
            guard let function = member.declaration.as(FunctionDeclSyntax.self),
                var endpoint = endpoint(of: function, condition: member.condition, inherited: settings)
            else { return nil }
            if names.count(where: { $0 == endpoint.name }) > 1 { endpoint.name = function.nameWithLabels }
            return endpoint
        }
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

extension DeclGroupSyntax {
    /// The names of the functions that are endpoints, but for those that may be there one at a time.
    fileprivate var endpointNames: [String] {
        allMembers.compactMap { member in
            guard let function = member.declaration.as(FunctionDeclSyntax.self), function.hasVerb else { return nil }
            return member.condition == nil ? function.name.text : nil
        }
    }
}

extension FunctionDeclSyntax {
    /// The name of the case for a function that shares its own with others, which no pattern could tell apart:
    /// `userNamed` for `user(named:)`.
    fileprivate var nameWithLabels: String {
        let labels = signature.parameterClause.parameters.map(\.firstName.text.withoutBackticks).filter { $0 != "_" }
        let name = ([name.text.withoutBackticks] + labels.map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
        return name.asIdentifier
    }

    var hasVerb: Bool { attributes.all.contains(where: \.isVerb) }
}

extension String {
    /// The access of what has to do with all the functions: no wider than that of any of them, whose types it names.
    fileprivate func limited(to others: [String]) -> String {
        let widths = ["": 0, "package ": 1, "public ": 2]
        return ([self] + others).min { widths[$0, default: 0] < widths[$1, default: 0] } ?? self
    }
}
#endif
