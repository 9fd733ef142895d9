#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members of a client.
struct ClientWriter {
    let client: Client
    /// Whether the declaration has errors. They are reported already.
    let isBroken: Bool
    let access: String
    let written: Set<String>
    /// The properties that don't need an initialiser.
    let given: Set<String>
    /// The place of a node, as arguments of `#sourceLocation`.
    let place: (Syntax) -> String?

    var members: [String] {
        var members = [target]
        if !written.contains("provider") { members.append("\(access)let provider: Talyn.Provider<Target>") }
        let hasURL = client.baseURL != nil
        if !hasURL, !written.contains("baseURL") {
            members.append("\(access)let baseURL: TalynMacros.FoundationTypes.URL")
        }
        if !written.contains("init") { members.append(initializer(hasURL: hasURL)) }
        return members
    }

    private func initializer(hasURL: Bool) -> String {
        let takesURL = !given.contains("baseURL") && (!hasURL || written.contains("baseURL"))
        let properties = [
            takesURL ? ("baseURL", "baseURL: TalynMacros.FoundationTypes.URL") : nil,
            given.contains("provider")
                ? nil : ("provider", "provider: Talyn.Provider<Target> = Talyn.Provider()"),
        ].compactMap { $0 }
        let parameters = properties.map(\.1).joined(separator: ", ")
        guard !properties.isEmpty else { return "\(access)init() {}" }
        let assignments = properties.map { "    self.\($0.0) = \($0.0)" }.joined(separator: "\n")
        return "\(access)init(\(parameters)) {\n\(assignments)\n}"
    }

    /// The enum whose cases are the functions.
    private var target: String {
        let writer = TargetWriter(
            endpoints: client.endpoints.map { $0.carrying(baseURL: client.baseURL == nil) },
            settings: client.settings,
            baseURL: client.baseURL,
            carriesBaseURL: client.baseURL == nil,
            isBroken: isBroken,
            // A private member of a type can't meet a requirement of a protocol.
            access: access == "private " ? "fileprivate " : access,
            written: [],
            place: place
        )
        var conformances = ["Talyn.TargetType"]
        if writer.isAuthorizable { conformances.append("Talyn.AccessTokenAuthorizable") }
        let members = (cases + [""] + [writer.members.joined(separator: "\n\n")]).joined(separator: "\n")
        return "\(access)enum Target: \(conformances.joined(separator: ", ")) {\n\(members.indented)\n}"
    }

    private var cases: [String] {
        client.endpoints.map { $0.carrying(baseURL: client.baseURL == nil) }.flatMap { endpoint -> [String] in
            let values = endpoint.values.map { value in
                let label = value.label.map { "\($0): " } ?? "_ \(value.reference): "
                let initial = value.defaultValue.map { " \($0.trimmedDescription)" } ?? ""
                return "\(label)\(value.type.withoutEscaping.trimmedDescription)\(initial)"
            }
            let line = "case \(endpoint.name)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")"
            return endpoint.condition.map { ["#if \($0)", line, "#endif"] } ?? [line]
        }
    }
}

extension TypeSyntax {
    /// The type as the type of an associated value, where some attributes of parameters aren't allowed.
    fileprivate var withoutEscaping: TypeSyntax {
        guard let attributed = self.as(AttributedTypeSyntax.self) else { return self }
        let kept = attributed.attributes.filter {
            !["autoclosure", "escaping"].contains($0.as(AttributeSyntax.self)?.name)
        }
        return TypeSyntax(attributed.with(\.attributes, kept))
    }
}

extension EndpointDeclaration {
    /// The endpoint with the base URL as an additional value.
    fileprivate func carrying(baseURL isCarried: Bool) -> EndpointDeclaration {
        guard isCarried else { return self }
        var endpoint = self
        let type = TypeSyntax("TalynMacros.FoundationTypes.URL")
        endpoint.values.append(
            EndpointValue(
                label: "baseURL",
                name: "baseURL",
                isNamed: true,
                type: type,
                node: Syntax(type),
                defaultValue: nil
            )
        )
        return endpoint
    }
}
#endif
