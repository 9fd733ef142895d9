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
        let written = declaration.writtenMembers
        let settings = problems.settings(in: declaration.attributes)
        let baseURL = problems.baseURL(in: node)
        var endpoints = declaration.allMembers.flatMap { member -> [EndpointDeclaration] in
            guard let cases = member.declaration.as(EnumCaseDeclSyntax.self) else { return [] }
            return problems.endpoints(
                of: cases,
                condition: member.condition,
                inherited: settings,
                written: written
            )
        }
        problems.checkWritten(written, by: declaration)
        problems.checkConditions(of: declaration)
        endpoints.markOverloads()
        let writer = TargetWriter(
            endpoints: endpoints,
            settings: settings,
            baseURL: baseURL,
            isBroken: problems.hasErrors,
            access: declaration.access(in: context.lexicalContext),
            written: written
        )
        return [
            try extensionDeclaration(of: type, writer, protocols: protocols, availability: declaration.availability)
        ]
    }

    private static func extensionDeclaration(
        of type: some TypeSyntaxProtocol,
        _ writer: TargetWriter,
        protocols: [TypeSyntax],
        availability: String
    ) throws -> ExtensionDeclSyntax {
        let names = protocols.map(\.nominalName)
        var conformances: [String] = []
        if writer.settings.resultType != nil, names.contains("DecodableTargetType") {
            conformances.append("Talyn.DecodableTargetType")
        } else if names.contains("TargetType") {
            conformances.append("Talyn.TargetType")
        }
        if writer.endpoints.contains(where: { $0.settings.authorization != nil }),
            names.contains("AccessTokenAuthorizable")
        {
            conformances.append("Talyn.AccessTokenAuthorizable")
        }
        let clause = conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))"
        let calls = CallsWriter(target: type.trimmedDescription, endpoints: writer.endpoints, access: writer.access)
        let all = writer.members + (writer.written.contains("Calls") ? [] : calls.members)
        let members = all.joined(separator: "\n\n").indented
        let header = "\(availability)extension \(type.trimmed)\(clause)"
        return try ExtensionDeclSyntax("\(raw: header) {\n\(raw: members)\n}")
    }
}

extension [EndpointDeclaration] {
    /// Tells endpoints that have the same name and other labels.
    mutating func markOverloads() {
        var counts: [String: Int] = [:]
        for endpoint in self { counts[endpoint.name, default: 0] += 1 }
        for index in indices where counts[self[index].name, default: 0] > 1 { self[index].isOverloaded = true }
    }
}

extension String {
    /// The lines, each four spaces further in.
    var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
    }
}

extension EnumDeclSyntax {
    /// What the attributes say of the availability of the type, which is that of its conformance.
    fileprivate var availability: String {
        attributes.all.filter { $0.name == "available" }.map { "\($0.node.trimmedDescription)\n" }.joined()
    }
}
