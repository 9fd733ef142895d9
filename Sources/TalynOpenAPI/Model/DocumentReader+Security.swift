extension DocumentReader {
    func servers(_ node: Node?) -> [Server] {
        list(node).compactMap { node in
            guard let url = node["url"]?.text else {
                diagnostics.skip(node, "A server needs a URL. It is left out.")
                return nil
            }
            let variables = members(node["variables"]).map { name, node in
                let variable = resolved(node)
                return (
                    name, variable?["default"]?.scalarText ?? "",
                    variable?["enum"]?.elements?.compactMap(\.scalarText) ?? [], variable?["description"]?.text
                )
            }
            let description = node["description"]?.text
            let name = node["name"]?.text
            return Server(url: url, name: name, description: description, variables: variables, node: node)
        }
    }

    func security(_ node: Node?) -> [SecurityRequirement]? {
        guard let node, resolved(node)?.elements != nil else { return nil }
        let known =
            members((root["components"].flatMap { resolved($0) })?["securitySchemes"])
            + members(root["securityDefinitions"])
        return list(node).map { requirement in
            members(requirement).map { name, scopes in
                if !known.contains(where: { $0.key == name }) {
                    diagnostics.skip(scopes, "There is no security scheme '\(name)'. The requirement is left out.")
                }
                return name
            }
        }
    }

    /// The scopes that an operation needs, by the names of its schemes. Of several alternatives with a scheme, the first one counts: a
    /// server may refuse a user the scopes of the others (RFC 6749, section 5.2).
    func scopes(_ node: Node?) -> [String: Set<String>] {
        let requirements = list(node).flatMap { members($0) }
        let scopes = requirements.map { ($0.key, Set($0.node.elements?.compactMap(\.scalarText) ?? [])) }
        return Dictionary(scopes) { first, _ in first }.filter { !$0.value.isEmpty }
    }

    /// The endpoints and the scopes of all flows of a scheme. Swagger has one flow, beside the other members.
    func endpoints(_ node: Node) -> AuthorizationEndpoints {
        var endpoints = AuthorizationEndpoints()
        let suffix = "/.well-known/openid-configuration"
        if let place = node["openIdConnectUrl"], let text = place.text {
            if let url = absolute(text), url.hasSuffix(suffix) {
                endpoints.issuer = String(url.dropLast(suffix.count))
            } else if absolute(text) == nil {
                let problem = "The URL is relative, and the document doesn't name its host."
                diagnostics.note(place, "\(problem) The issuer is left out.")
            } else {
                diagnostics.skip(place, "The URL must end with \(suffix). It is left out.")
            }
        }
        if let url = (node["oauth2MetadataUrl"]?.text).map({ absolute($0) ?? $0 }), endpoints.issuer == nil {
            // The well-known part stands between the host and the path of the issuer (RFC 8414, section 3).
            let wellKnown = "/.well-known/oauth-authorization-server"
            if url.hasPrefix("https://"), url.contains(wellKnown) {
                endpoints.issuer = url.replacing(wellKnown, with: "", maxReplacements: 1)
            } else {
                diagnostics.note(node, "The issuer can't be found by 'oauth2MetadataUrl'.")
            }
        }
        let flows = node["flows"] == nil ? [node] : members(node["flows"]).compactMap { resolved($0.node) }
        for flow in flows {
            func url(_ name: String, _ other: String?) -> String? {
                guard let node = flow[name], let text = node.text, !text.isEmpty else { return other }
                guard let text = absolute(text) else {
                    let problem = "The URL of '\(name)' is relative, and the document doesn't name its host."
                    diagnostics.note(node, "\(problem) Sign-in needs the URL from the caller.")
                    return other
                }
                guard text.hasPrefix("https://") else {
                    diagnostics.skip(node, "The URL of '\(name)' must start with https://. It is left out.")
                    return other
                }
                if let other, other != text {
                    diagnostics.skip(node, "Another flow has another '\(name)'. This one is left out.")
                }
                return other ?? text
            }
            endpoints.token = url("tokenUrl", endpoints.token)
            endpoints.authorization = url("authorizationUrl", endpoints.authorization)
            endpoints.device = url("deviceAuthorizationUrl", endpoints.device)
            for (name, description) in members(flow["scopes"]) {
                endpoints.scopes[name] = description.text ?? ""
            }
        }
        return endpoints
    }

    func isMutualTLS(_ scheme: Node?) -> Bool { scheme?["type"]?.text?.lowercased() == "mutualtls" }

    func securityScheme(_ name: String, _ node: Node) -> SecurityScheme? {
        guard let node = resolved(node) else { return nil }
        let kind: SecurityScheme.Kind
        switch (node["type"]?.text?.lowercased(), node["scheme"]?.text?.lowercased()) {
        case ("basic", _), ("http", "basic"): kind = .basic
        case ("http", "bearer"): kind = .bearer
        case ("oauth2", _), ("openidconnect", _): kind = .oauth(endpoints(node))
        // The name ignores case (RFC 9110, section 11.1), but some servers compare it.
        case ("http", let scheme?): kind = .http(node["scheme"]?.text ?? scheme)
        case ("apikey", _):
            guard let place = node["in"]?.text, ["header", "query", "cookie"].contains(place),
                let key = node["name"]?.scalarText
            else {
                diagnostics.skip(node, "An API key needs 'name', and 'in' with 'header', 'query' or 'cookie'.")
                return nil
            }
            guard !key.isEmpty, place != "header" || key.utf8.allSatisfy(\.isTokenCharacter) else {
                let what = place == "header" ? "header field" : "parameter"
                diagnostics.skip(node, "'\(key)' can't be the name of a \(what). Calls don't send the credential.")
                return nil
            }
            kind = .apiKey(in: place, name: key)
        case ("mutualtls", _):
            diagnostics.note(node, "The certificate of the client is an option of the transport.")
            return nil
        default:
            diagnostics.skip(node, "The security scheme has no known type. Calls don't send its credential.")
            return nil
        }
        return SecurityScheme(
            name: name,
            kind: kind,
            description: node["description"]?.text,
            isDeprecated: node["deprecated"]?.bool ?? false
        )
    }

    /// A URL, by that of the first server if it is relative (OpenAPI 3.1, section 4.6); nil if the server is relative, too.
    private func absolute(_ text: String) -> String? {
        if text.contains("://") { return text }
        guard case .string(let server)? = root.child("servers")?.children.first?.child("url")?.unread,
            server.contains("://"), !server.contains("{")
        else { return nil }
        let parts = server.split(separator: "/", omittingEmptySubsequences: false)
        if text.hasPrefix("/") { return parts.prefix(3).joined(separator: "/") + text }
        return parts.dropLast(parts.count > 3 && parts.last == "" ? 1 : 0).joined(separator: "/") + "/" + text
    }
}
