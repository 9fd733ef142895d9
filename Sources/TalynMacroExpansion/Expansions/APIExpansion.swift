#if Macros
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The expansion of `@API`, which makes an enum a target.
public protocol APIExpansion: ExtensionMacro {}

extension APIExpansion {
    // The writers indent the code. Formatting it again would take longer than the rest of the expansion.
    public static var formatMode: FormatMode { .disabled }

    public static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        var reader = DeclarationReader()
        defer { reader.report(to: context) }
        guard let declaration = declaration.as(EnumDeclSyntax.self) else {
            reader.diagnoseWrongKind(of: declaration, node, wanted: "enum")
            return []
        }
        reader.checkAccess(of: declaration, in: context.lexicalContext)
        if reader.hasErrors { return [] }
        let written = declaration.writtenMembers
        reader.ownTypes = declaration.writtenTypes
        let settings = reader.settings(in: declaration.attributes)
        let baseURL = reader.baseURL(in: node)
        let endpoints = declaration.allMembers.flatMap { member -> [EndpointDeclaration] in
            guard let cases = member.declaration.as(EnumCaseDeclSyntax.self) else { return [] }
            return reader.endpoints(
                of: cases,
                condition: member.condition,
                inherited: settings,
                written: written
            )
        }
        reader.checkNames(of: endpoints)
        for endpoint in endpoints where endpoint.hasCall {
            reader.checkName(of: endpoint, among: ["provider"])
        }
        reader.checkWritten(written, by: declaration)
        reader.checkConditions(of: declaration)
        let writer = TargetWriter(
            endpoints: endpoints,
            settings: settings,
            baseURL: baseURL,
            isBroken: reader.hasErrors,
            access: declaration.access(in: context.lexicalContext),
            written: written,
            place: { context.place(of: $0) }
        )
        return [
            try extensionDeclaration(
                of: type,
                writer,
                protocols: protocols,
                isolation: declaration.isolation(in: context.lexicalContext),
                availability: declaration.availability(in: context.lexicalContext),
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
        // Both conformances are named: the compiler doesn't infer `TargetType` if the macro declares it may add it.
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
            ownTypes: ownTypes,
            resultType: writer.settings.resultType,
            place: writer.place
        )
        let all = writer.members + (writer.written.contains("Calls") ? [] : calls.members)
        let members = all.joined(separator: "\n\n").indented
        // Any task reads the properties of a target, even if the enum is isolated to an actor.
        let ofExtension = isolation.hasPrefix("@") ? "nonisolated " : ""
        return try ExtensionDeclSyntax(
            "\(raw: availability)\(raw: ofExtension)extension \(type.trimmed)\(raw: clause) {\n\(raw: members)\n}"
        )
    }
}

extension String {
    /// The text with four more spaces before each line.
    var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
    }
}

extension DeclGroupSyntax {
    /// The `@available` attributes of an extension, a line each. It is at file scope, so it needs those of all enclosing types.
    func availability(in lexicalContext: [Syntax]) -> String {
        let around = lexicalContext.reversed().compactMap {
            $0.asProtocol((any DeclGroupSyntax).self)?.attributes.availability
        }
        return around.joined() + attributes.availability
    }
}

extension AttributeListSyntax {
    /// The `@available` attributes, a line each.
    var availability: String {
        all.filter { $0.name == "available" }.map { "\($0.node.trimmedDescription)\n" }.joined()
    }
}
#endif
