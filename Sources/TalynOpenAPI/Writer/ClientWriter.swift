/// Writes the client: its servers, its credentials, and a property for each tag.
struct ClientWriter {
    let document: APIDocument
    let clientName: String
    let tags: [TagPlan]

    func write(to writer: inout SourceWriter) {
        var documentation = Documentation.lines(document.description)
        if documentation.isEmpty { documentation = ["The API \(document.title)."] }
        writer.comment(documentation)
        writer.block("public nonisolated struct \(clientName): Sendable") { writer in
            writer.comment([
                "Calls the operations. It also takes operations as values, for example to get the response."
            ])
            writer.line("public let provider: MultiProvider")
            writer.line()
            ServerWriter.write(document, clientName, to: &writer)
            writeInitializers(to: &writer)
            for tag in tags {
                writer.line()
                writer.comment(tag.description.isEmpty ? ["The operations of `\(tag.name)`."] : tag.description)
                writer.line(
                    "public var \(SwiftName.escaped(tag.propertyName)): \(tag.typeName) { \(tag.typeName)(provider: provider) }"
                )
            }
            if !document.securitySchemes.isEmpty {
                writer.line()
                writeCredentials(to: &writer)
            }
        }
    }

    /// The parameter for the place of the API: its name, whether it is required, and what it is.
    private var place: (name: String, isRequired: Bool, documentation: [String]) {
        switch APIPlace(document.servers) {
        case .absolute:
            ("baseURL", false, ["- baseURL: The server. It replaces those of all operations; nil keeps them."])
        case .path(let path):
            (
                "host", true,
                [
                    "- host: The host, such as `https://api.example.com`. The document doesn't name it. The operations have their path",
                    "  on it, as from `\(path.filter { $0 != "`" })`.",
                ]
            )
        case .unknown:
            (
                "baseURL", true,
                ["- baseURL: The server, with the path before those of the operations. The document names none."]
            )
        }
    }

    private func writeInitializers(to writer: inout SourceWriter) {
        let hasCredentials = !document.securitySchemes.isEmpty
        let (name, isRequired, documentation) = place
        for hasTransport in [true, false] {
            writer.comment(
                [
                    "Creates a client\(hasTransport ? "" : " with the default transport").", "",
                    "- Parameters:",
                ] + documentation.map { "  \($0)" }
                    + (hasTransport ? ["  - transport: The transport, such as stubs."] : [])
                    + (hasCredentials ? ["  - credentials: The credentials of the calls."] : [])
                    + [
                        "  - plugins: Behaviour that is added to every call. The first plugin is outermost.",
                        "  - requestOptions: Options of every call.",
                    ]
            )
            let parameters = [
                "\(name): URL\(isRequired ? "" : "? = nil")", hasTransport ? "transport: any Transport" : nil,
                hasCredentials ? "credentials: Credentials = Credentials()" : nil, "plugins: [any Plugin] = []",
                "requestOptions: RequestOptions = RequestOptions()",
            ]
            writer.lines("public init(", parameters.compactMap { $0 }, ") {")
            let arguments = [
                "baseURL: \(name)", hasTransport ? "transport: transport" : nil,
                "plugins: \(hasCredentials ? "credentials.plugins + " : "")plugins", "requestOptions: requestOptions",
            ]
            writer.indented { $0.lines("provider = MultiProvider(", arguments.compactMap { $0 }, ")") }
            writer.line("}")
            if hasTransport { writer.line() }
        }
    }

    private func writeCredentials(to writer: inout SourceWriter) {
        let schemes = document.securitySchemes
        let reserved: Set<String> = ["credentials", "plugins", "schemes"]
        let names = uniqueNames(schemes.map(\.name), reserved: reserved) { SwiftName.member($0) }.map {
            SwiftName.escaped($0)
        }
        var properties = NameScope(Set(names).union(reserved))
        let sessions = zip(schemes, names).compactMap { scheme, name -> OAuthScheme? in
            guard case .oauth(let endpoints) = scheme.kind else { return nil }
            let name = name.filter { $0 != "`" }
            return OAuthScheme(
                scheme: scheme.name,
                name: name,
                clientName: clientName,
                endpoints: endpoints,
                isDeprecated: scheme.isDeprecated,
                property: properties.unique("\(name)Session")
            )
        }
        writer.comment(["The credentials of the calls. Each operation gets those that the document asks for."])
        writer.block("public nonisolated struct Credentials: Sendable") { writer in
            for (scheme, name) in zip(schemes, names) {
                writer.comment(Documentation.deprecated(Documentation.lines(scheme.description), scheme.isDeprecated))
                writer.line("public var \(name): SecurityCredentials.Credential?")
            }
            for session in sessions { session.writeProperty(to: &writer) }
            writer.line()
            writer.comment(["Creates credentials. Each closure gets the current one; nil for none."])
            let parameters =
                names.map { "\($0): SecurityCredentials.Credential? = nil" }
                + sessions.map { "\($0.property): OAuthSession? = nil" }
            writer.block("public init(\(parameters.joined(separator: ", ")))") { writer in
                for name in names + sessions.map(\.property) { writer.line("self.\(name) = \(name)") }
            }
            for (scheme, name) in zip(schemes, names) {
                writer.line()
                let value = scheme.kind == .basic ? "name and password, joined by a colon" : "credential"
                writer.comment(["A fixed \(value) of `\(scheme.name)`."])
                if scheme.isDeprecated { writer.line(DeclarationWriter.deprecation) }
                writer.block("public static func \(name)(_ credential: String) -> Credentials") { writer in
                    writer.line("Credentials(\(SwiftName.label(name)): { credential })")
                }
            }
            for session in sessions { session.writeServer(to: &writer) }
            writer.line()
            writer.block("var plugins: [any Plugin]") { writer in
                let cases = schemes.map { "\($0.name.swiftLiteral): \(expression($0.kind))" }
                writer.line("var credentials: [String: SecurityCredentials.Credential] = [:]")
                for (scheme, name) in zip(schemes, names) {
                    writer.line("credentials[\(scheme.name.swiftLiteral)] = \(name)")
                }
                writer.line("let schemes: [String: SecurityScheme] = [\(cases.joined(separator: ", "))]")
                guard !sessions.isEmpty else {
                    writer.line("return [SecurityCredentials(schemes, credentials)]")
                    return
                }
                writer.line("var plugins: [any Plugin] = []")
                for session in sessions { session.writePlugin(to: &writer) }
                writer.line("plugins.append(SecurityCredentials(schemes, credentials))")
                writer.line("return plugins")
            }
        }
    }

    private func expression(_ kind: SecurityScheme.Kind) -> String {
        switch kind {
        case .bearer, .oauth: ".bearer"
        case .basic: ".basic"
        case .http(let scheme): ".http(\(scheme.swiftLiteral))"
        case .apiKey("header", let name): ".header(\(name.swiftLiteral))"
        case .apiKey("query", let name): ".query(\(name.swiftLiteral))"
        case .apiKey(_, let name): ".cookie(\(name.swiftLiteral))"
        }
    }
}
