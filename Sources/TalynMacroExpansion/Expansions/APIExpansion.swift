#if Macros
/// `@API`: makes an enum a target.
package protocol APIExpansion: ExtensionMacro {}

extension APIExpansion {
    // What is written here is indented already, and formatting it again takes longer than all the rest.
    package static var formatMode: FormatMode { .disabled }

    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        var problems = Problems()
        defer { problems.report(to: context) }
        guard let declaration = declaration.as(EnumDeclSyntax.self) else {
            problems.noteWrongKind(of: declaration, node, wanted: "enum")
            return []
        }
        problems.checkAccess(of: declaration, in: context.lexicalContext)
        if problems.hasErrors { return [] }
        let written = declaration.writtenMembers
        problems.ownTypes = declaration.writtenTypes
        let settings = problems.settings(in: declaration.attributes)
        let baseURL = problems.baseURL(in: node)
        let endpoints = declaration.allMembers.flatMap { member -> [EndpointDeclaration] in
            guard let cases = member.declaration.as(EnumCaseDeclSyntax.self) else { return [] }
            return problems.endpoints(
                of: cases,
                condition: member.condition,
                inherited: settings,
                written: written
            )
        }
        problems.checkNames(of: endpoints)
        for endpoint in endpoints where endpoint.settings.resultType != nil {
            problems.checkName(of: endpoint, among: ["provider"])
        }
        problems.checkWritten(written, by: declaration)
        problems.checkConditions(of: declaration)
        let writer = TargetWriter(
            endpoints: endpoints,
            settings: settings,
            baseURL: baseURL,
            isBroken: problems.hasErrors,
            access: declaration.access(in: context.lexicalContext),
            written: written
        )
        return [
            try extensionDeclaration(
                of: type,
                writer,
                protocols: protocols,
                // The extension stands outside of all types, and is available where they are.
                isolation: declaration.isolation(in: context.lexicalContext),
                availability: context.lexicalContext.reversed().compactMap {
                    $0.asProtocol((any DeclGroupSyntax).self)?.attributes.availability
                }.joined() + declaration.attributes.availability,
                ownTypes: declaration.writtenTypes
            )
        ]
    }

    private static func extensionDeclaration(
        of type: some TypeSyntaxProtocol,
        _ writer: TargetWriter,
        protocols: [TypeSyntax],
        isolation: String,
        availability: String,
        ownTypes: Set<String>
    ) throws -> ExtensionDeclSyntax {
        let names = protocols.map(\.nominalName)
        var conformances: [String] = []
        // Both: the compiler takes the one for granted of a macro that says it may add it.
        if names.contains("TargetType") { conformances.append("Talyn.TargetType") }
        if writer.settings.resultType != nil, names.contains("DecodableTargetType") {
            conformances.append("Talyn.DecodableTargetType")
        }
        if writer.isAuthorizable, names.contains("AccessTokenAuthorizable") {
            conformances.append("Talyn.AccessTokenAuthorizable")
        }
        let clause = conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))"
        let calls = CallsWriter(
            target: type.trimmedDescription,
            endpoints: writer.endpoints,
            access: writer.access,
            isolation: isolation,
            ownTypes: ownTypes
        )
        let all = writer.members + (writer.written.contains("Calls") ? [] : calls.members)
        let members = all.joined(separator: "\n\n").indented
        // A target is asked from anywhere, even one that is isolated to an actor.
        let ofExtension = isolation.hasPrefix("@") ? "nonisolated " : ""
        return try ExtensionDeclSyntax(
            "\(raw: availability)\(raw: ofExtension)extension \(type.trimmed)\(raw: clause) {\n\(raw: members)\n}"
        )
    }
}

extension Problems {
    private static let privateInside =
        "the extension of a private type inside of another one can't see it: write fileprivate"

    /// Notes an endpoint that is called as a property is beside it.
    mutating func checkName(of endpoint: EndpointDeclaration, among properties: Set<String>) {
        guard endpoint.values.isEmpty, properties.contains(endpoint.name) else { return }
        note(
            "nameOfProperty",
            "there is a property '\(endpoint.name)' beside the function of this one: give it another name",
            at: endpoint.nameToken
        )
    }

    /// Notes an enum that its own extension can't see.
    fileprivate mutating func checkAccess(of declaration: EnumDeclSyntax, in lexicalContext: [Syntax]) {
        // The outermost type is seen in the whole file.
        let around = lexicalContext.dropLast().compactMap { $0.asProtocol((any DeclGroupSyntax).self)?.modifiers }
        if around.contains(where: { $0.contains { $0.name.text == "private" } }) {
            note("privateInside", Self.privateInside, at: declaration.name)
            return
        }
        guard !lexicalContext.isEmpty, let modifier = declaration.modifiers.first(where: { $0.name.text == "private" })
        else { return }
        note(
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

    /// Notes cases that have the same name and other labels: Swift takes any of them for the last one in a pattern.
    mutating func checkNames(of endpoints: [EndpointDeclaration]) {
        var names: Set<String> = []
        var conditional: Set<String> = []
        // Those in an `#if` may be there one at a time.
        for endpoint in endpoints.filter({ $0.condition == nil }) + endpoints.filter({ $0.condition != nil }) {
            let isNew =
                endpoint.condition.map {
                    !names.contains(endpoint.name) && conditional.insert("\(endpoint.name) \($0)").inserted
                } ?? names.insert(endpoint.name).inserted
            if isNew { continue }
            note(
                "sameName",
                "no switch can tell cases of the same name apart: give this one another name than '\(endpoint.name)'",
                at: endpoint.nameToken
            )
        }
    }
}

extension String {
    /// The lines, each four spaces further in.
    var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
    }
}

extension AttributeListSyntax {
    /// What the attributes say of availability, a line for each.
    var availability: String {
        all.filter { $0.name == "available" }.map { "\($0.node.trimmedDescription)\n" }.joined()
    }
}
#endif
