/// Writes what a client has for a security scheme of OAuth 2 or OpenID Connect: a session, and the server that the document names.
struct OAuthScheme {
    /// The name of the scheme in the document.
    let scheme: String
    let name: String
    let clientName: String
    let endpoints: AuthorizationEndpoints
    var isDeprecated = false

    let property: String

    func writeProperty(to writer: inout SourceWriter) {
        var lines = ["The session that gets the tokens of `\(scheme)`, in place of a token from elsewhere."]
        let scopes = endpoints.scopes.sorted { $0.key < $1.key }
        if !scopes.isEmpty {
            lines += ["", "Its scopes:"]
            lines += scopes.flatMap { Documentation.item("`\($0)`", Documentation.lines($1)) }
        }
        writer.comment(Documentation.deprecated(lines, isDeprecated))
        writer.line("public var \(property): OAuthSession?")
    }

    /// The authorization server; nothing if the document names no token endpoint.
    func writeServer(to writer: inout SourceWriter) {
        if let issuer = endpoints.issuer {
            writer.line()
            writer.comment(["The issuer of `\(scheme)`, for `AuthorizationServer.discover`."])
            writer.line("public static let \(name)Issuer = \(issuer.swiftLiteral)")
        }
        guard let token = endpoints.token else { return }
        writer.line()
        writer.comment(["The authorization server of `\(scheme)`, as the document describes it."])
        func argument(_ label: String, _ url: String?) -> String? {
            url.map { "\(label): \(clientName).url(\($0.swiftLiteral))" }
        }
        // A flow of OAuth 2 has no issuer. The origin of the endpoint stands for it.
        let origin = token.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
        let arguments = [
            "issuer: \((endpoints.issuer ?? origin).swiftLiteral)", argument("tokenEndpoint", token),
            argument("authorizationEndpoint", endpoints.authorization),
            argument("deviceAuthorizationEndpoint", endpoints.device),
        ].compactMap { $0 }
        writer.list("public static let \(name)Server = AuthorizationServer(", arguments, ")")
    }

    func writePlugin(to writer: inout SourceWriter) {
        writer.block("if let \(property)") { writer in
            writer.line("let plugin = OAuthPlugin(\(property), tokenRequest: { target in")
            writer.indented { writer in
                writer.line("SecurityCredentials.scopes(of: \(scheme.swiftLiteral), for: target).map {")
                writer.indented { $0.line("TokenRequest(scopes: $0.scopes, isOptional: $0.isOptional)") }
                writer.line("}")
            }
            writer.line("})")
            writer.line("plugins.append(plugin)")
        }
    }
}
