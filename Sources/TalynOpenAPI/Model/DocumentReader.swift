/// Reads OpenAPI 3.0 and 3.1 to the model. ``SwaggerReader`` reads the parts in which Swagger 2 differs.
struct DocumentReader {
    let root: Node
    let files: DocumentFiles
    let schemas: Schemas
    var diagnostics: Diagnostics { files.diagnostics }

    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    init(_ root: Node, _ files: DocumentFiles) {
        self.root = root
        self.files = files
        schemas = Schemas(files)
    }

    func document() throws(GenerationError) -> APIDocument {
        let version = (root["openapi"] ?? root["swagger"])?.scalarText ?? ""
        guard version.hasPrefix("3.") || version.hasPrefix("2.") else {
            let problem = "It is no OpenAPI document: it needs 'openapi: 3.x' or 'swagger: 2.0' at its top."
            throw GenerationError("\(root.file.name):\(root.line)", problem)
        }
        let isSwagger = version.hasPrefix("2.")
        var document = APIDocument(
            root: root,
            title: root["info"]?["title"]?.scalarText ?? "API",
            version: root["info"]?["version"]?.scalarText ?? "",
            description: root["info"]?["description"]?.text
        )
        document.tags = (root["tags"]?.elements ?? []).compactMap { tag in
            tag["name"]?.scalarText.map { ($0, tag["description"]?.text ?? tag["summary"]?.text) }
        }
        document.security = security(root["security"]) ?? []
        document.scopes = scopes(root["security"])
        let named = isSwagger ? root["definitions"] : root["components"]?["schemas"]
        document.schemas = (named?.members?.list ?? []).compactMap { name, node in
            schemas.schema(node).map { (name, $0) }
        }
        let schemes = isSwagger ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
        document.securitySchemes = (schemes?.members?.list ?? []).compactMap { securityScheme($0, $1) }
        document.certificateSchemes = Set(
            (schemes?.members?.list ?? []).filter { isMutualTLS(resolved($0.node)) }.map(\.key)
        )
        document.servers = isSwagger ? SwaggerReader(reader: self).servers() : servers(root["servers"])
        for (path, item) in root["paths"]?.members?.list ?? [] where !path.hasPrefix("x-") {
            let path = path.hasPrefix("/") ? path : "/" + path
            document.operations += operations(path, resolved(item), isSwagger: isSwagger)
        }
        return document
    }

    /// The value, or the one that it refers to; nil for a reference that leads nowhere.
    func resolved(_ node: Node) -> Node? {
        guard let reference = node["$ref"]?.text else { return node }
        return files.target(of: reference, from: node)
    }

    // MARK: Operations

    private func operations(_ path: String, _ item: Node?, isSwagger: Bool) -> [OperationModel] {
        guard let item else { return [] }
        let swagger = SwaggerReader(reader: self)
        return methods(of: item).compactMap { method, node in
            guard node.members != nil else {
                diagnostics.skip(node, "An operation must be an object. It is \(node.kind).")
                return nil
            }
            let parameters = merged(
                (item["parameters"]?.elements ?? []).compactMap { resolved($0) },
                (node["parameters"]?.elements ?? []).compactMap { resolved($0) }
            )
            var operation = OperationModel(
                id: node["operationId"]?.scalarText,
                method: method,
                path: path,
                tag: node["tags"]?.elements?.first?.scalarText,
                summary: node["summary"]?.text ?? item["summary"]?.text,
                description: node["description"]?.text ?? item["description"]?.text,
                documentation: node["externalDocs"]?["url"]?.text,
                isDeprecated: node["deprecated"]?.bool ?? false,
                security: security(node["security"]),
                scopes: scopes(node["security"]),
                servers: servers(node["servers"] ?? item["servers"]),
                node: node
            )
            if isSwagger {
                operation.parameters = parameters.compactMap { swagger.parameter($0) }
                operation.body = swagger.body(parameters, of: node)
                operation.responses = responses(node) { swagger.contents($0, of: node) }
            } else {
                operation.parameters = parameters.compactMap { parameter($0) }
                operation.body = node["requestBody"].flatMap { resolved($0) }.map { body($0) }
                operation.responses = responses(node) { contents($0["content"]) }
            }
            return operation
        }
    }

    /// The operations of a path by their methods. Additional ones have the method as written (OpenAPI 3.2, section 4.8.1).
    private func methods(of item: Node) -> [(method: String, node: Node)] {
        var known: Set<String> = []
        return (item.members?.list ?? []).flatMap { name, node -> [(method: String, node: Node)] in
            guard name == "additionalOperations" else {
                return Self.methods.contains(name.lowercased()) ? [(name.uppercased(), node)] : []
            }
            return node.members?.list.map { ($0.key, $0.node) } ?? []
        }.filter { method, node in
            guard !method.isEmpty, method.utf8.allSatisfy(\.isTokenCharacter) else {
                diagnostics.skip(node, "'\(method)' can't be a method.")
                return false
            }
            guard known.insert(method).inserted else {
                diagnostics.skip(node, "The path has another operation with the method '\(method)' already.")
                return false
            }
            return true
        }
    }

    /// The parameters of a path and those of an operation, which replace others of the same name and place.
    private func merged(_ outer: [Node], _ inner: [Node]) -> [Node] {
        func identity(_ node: Node) -> String {
            let (place, name) = (node["in"]?.text ?? "", node["name"]?.scalarText ?? "")
            // The names of header fields ignore case (RFC 9110, section 5.1).
            return "\(place) \(place == "header" ? name.lowercased() : name)"
        }
        var result: [Node] = []
        var index: [String: Int] = [:]
        for (isInner, nodes) in [(false, outer), (true, inner)] {
            var own: Set<String> = []
            for node in nodes {
                let identity = identity(node)
                guard own.insert(identity).inserted || node["name"] == nil else {
                    diagnostics.skip(node, "Another parameter has the same name and place. The first one counts.")
                    continue
                }
                if isInner, node["name"] != nil, let known = index[identity] {
                    result[known] = node
                } else {
                    index[identity] = result.count
                    result.append(node)
                }
            }
        }
        return result
    }

    private func parameter(_ node: Node) -> Parameter? {
        guard let text = node["in"]?.text, let name = node["name"]?.scalarText ?? (text == "querystring" ? text : nil)
        else {
            diagnostics.skip(node, "A parameter needs 'name' and 'in'.")
            return nil
        }
        guard let location = Parameter.Location(rawValue: text) else {
            diagnostics.skip(node, "A parameter can't be in '\(text)'.")
            return nil
        }
        let contents = contents(node["content"])
        if contents.count > 1 {
            diagnostics.note(node, "A parameter can have one media type. '\(contents[0].mediaType)' counts.")
        }
        let style = contents.isEmpty ? style(of: node, location) : location.usualStyle
        return Parameter(
            name: name,
            location: location,
            isRequired: location == .path || node["required"]?.bool == true,
            style: style,
            explodes: node["explode"]?.bool ?? (style == .form || style == .deepObject),
            allowsReserved: node["allowReserved"]?.bool ?? false,
            hasSeveralSegments: node["x-multi-segment"]?.bool ?? false,
            mediaType: contents.first?.mediaType,
            schema: contents.first.map { $0.schema ?? $0.itemSchema } ?? node["schema"].flatMap { schemas.schema($0) },
            description: node["description"]?.text,
            isDeprecated: node["deprecated"]?.bool ?? false,
            node: node
        )
    }

    /// The style of a parameter. One that its place doesn't have is reported.
    private func style(of node: Node, _ location: Parameter.Location) -> Parameter.Style {
        let usual = location.usualStyle
        guard let text = node["style"]?.text else { return usual }
        if let style = Parameter.Style(rawValue: text), location.styles.contains(style) { return style }
        diagnostics.note(
            node,
            "The style '\(text)' isn't one of parameters in '\(location.rawValue)'. '\(usual.rawValue)' is used."
        )
        return usual
    }

    private func body(_ node: Node) -> OperationModel.Body {
        OperationModel.Body(
            isRequired: node["required"]?.bool ?? false,
            description: node["description"]?.text,
            contents: contents(node["content"])
        )
    }

    /// The bodies by their media types. Of two that differ in case or spaces alone, the first one counts.
    func contents(_ node: Node?) -> [Content] {
        var known: Set<String> = []
        return (node?.members?.list ?? []).compactMap { mediaType, node in
            guard let node = resolved(node) else { return nil }
            guard known.insert(mediaType.lowercased().filter { $0 != " " }).inserted else {
                diagnostics.skip(node, "The media type '\(mediaType)' is there already. The first one counts.")
                return nil
            }
            for name in ["prefixEncoding", "itemEncoding"] {
                if let encoding = node[name] {
                    diagnostics.skip(
                        encoding,
                        "Parts without names aren't written by '\(name)'. Make them as a 'MultipartForm'."
                    )
                }
            }
            var content = Content(
                mediaType: mediaType,
                schema: node["schema"].flatMap { schemas.schema($0) },
                itemSchema: node["itemSchema"].flatMap { schemas.schema($0) },
                node: node
            )
            for (name, encoding) in node["encoding"]?.members?.list ?? [] {
                content.encodings[name] = Content.Encoding(
                    contentType: encoding["contentType"]?.text,
                    style: encoding["style"]?.text.flatMap { Parameter.Style(rawValue: $0) },
                    explodes: encoding["explode"]?.bool,
                    allowsReserved: encoding["allowReserved"]?.bool,
                    // `Content-Type` is described by a member of its own (OpenAPI 3.1, section 4.8.15.1).
                    headers: (encoding["headers"]?.members?.list ?? []).filter { $0.key.lowercased() != "content-type" }
                        .map { ($0.key, $0.node) }
                )
            }
            return content
        }
    }

    private func responses(_ operation: Node, _ contents: (Node) -> [Content]) -> [ResponseModel] {
        var known: Set<String> = []
        return (operation["responses"]?.members?.list ?? []).compactMap { text, value in
            guard !text.hasPrefix("x-"), let node = resolved(value) else { return nil }
            let status = text.uppercased() == "DEFAULT" ? "default" : text.uppercased()
            guard known.insert(status).inserted else {
                diagnostics.note(value, "The status '\(text)' has another response already. The first one counts.")
                return nil
            }
            return ResponseModel(
                status: status,
                description: node["description"]?.text,
                contents: contents(node),
                headers: Set((node["headers"]?.members?.list ?? []).map { $0.key.lowercased() }),
                headerFields: (node["headers"]?.members?.list ?? []).filter { $0.key.lowercased() != "content-type" }
                    .map { ($0.key, resolved($0.node)?["description"]?.text) },
                node: node
            )
        }
    }

    // MARK: Servers and security

    private func servers(_ node: Node?) -> [Server] {
        (node?.elements ?? []).compactMap { node in
            guard let url = node["url"]?.text else { return nil }
            let variables = (node["variables"]?.members?.list ?? []).map { name, node in
                (
                    name, node["default"]?.scalarText ?? "", node["enum"]?.elements?.compactMap(\.scalarText) ?? [],
                    node["description"]?.text
                )
            }
            let description = node["description"]?.text
            return Server(url: url, name: node["name"]?.text, description: description, variables: variables)
        }
    }

    private func security(_ node: Node?) -> [SecurityRequirement]? {
        node?.elements.map { requirements in
            requirements.map { ($0.members?.list ?? []).map(\.key) }
        }
    }

    /// The scopes that an operation needs, by the names of its schemes.
    private func scopes(_ node: Node?) -> [String: Set<String>] {
        var result: [String: Set<String>] = [:]
        for requirement in node?.elements ?? [] {
            for (name, scopes) in requirement.members?.list ?? [] {
                result[name, default: []].formUnion(scopes.elements?.compactMap(\.scalarText) ?? [])
            }
        }
        return result.filter { !$0.value.isEmpty }
    }

    /// The endpoints and the scopes of all flows of a scheme. Swagger has one flow, beside the other members.
    private func endpoints(_ node: Node) -> AuthorizationEndpoints {
        var endpoints = AuthorizationEndpoints()
        let suffix = "/.well-known/openid-configuration"
        if let url = node["openIdConnectUrl"]?.text, url.hasSuffix(suffix) {
            endpoints.issuer = String(url.dropLast(suffix.count))
        }
        if let url = node["oauth2MetadataUrl"]?.text, endpoints.issuer == nil {
            // The well-known part stands between the host and the path of the issuer (RFC 8414, section 3).
            let wellKnown = "/.well-known/oauth-authorization-server"
            if url.hasPrefix("https://"), url.contains(wellKnown) {
                endpoints.issuer = url.replacing(wellKnown, with: "", maxReplacements: 1)
            } else {
                diagnostics.note(node, "The issuer can't be found by 'oauth2MetadataUrl'.")
            }
        }
        for flow in node["flows"]?.members?.list.map(\.node) ?? [node] {
            func url(_ name: String) -> String? { flow[name]?.text.flatMap { $0.hasPrefix("https://") ? $0 : nil } }
            endpoints.token = endpoints.token ?? url("tokenUrl")
            endpoints.authorization = endpoints.authorization ?? url("authorizationUrl")
            endpoints.device = endpoints.device ?? url("deviceAuthorizationUrl")
            for (name, description) in flow["scopes"]?.members?.list ?? [] {
                endpoints.scopes[name] = description.text ?? ""
            }
        }
        return endpoints
    }

    private func isMutualTLS(_ scheme: Node?) -> Bool { scheme?["type"]?.text?.lowercased() == "mutualtls" }

    private func securityScheme(_ name: String, _ node: Node) -> SecurityScheme? {
        guard let node = resolved(node) else { return nil }
        let kind: SecurityScheme.Kind
        switch (node["type"]?.text?.lowercased(), node["scheme"]?.text?.lowercased()) {
        case ("basic", _), ("http", "basic"): kind = .basic
        case ("http", "bearer"): kind = .bearer
        case ("oauth2", _), ("openidconnect", _): kind = .oauth(endpoints(node))
        case ("http", let scheme?): kind = .http(scheme)
        case ("apikey", _):
            guard let place = node["in"]?.text, ["header", "query", "cookie"].contains(place),
                let key = node["name"]?.scalarText
            else {
                diagnostics.skip(node, "An API key needs 'name', and 'in' with 'header', 'query' or 'cookie'.")
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
        var description = node["description"]?.text
        if node["deprecated"]?.bool == true { description = (description.map { $0 + "\n\n" } ?? "") + "Deprecated." }
        return SecurityScheme(name: name, kind: kind, description: description)
    }
}
