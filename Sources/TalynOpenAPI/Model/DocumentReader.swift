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
            tag["name"]?.scalarText.map { ($0, tag["description"]?.text) }
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
        return (item.members?.list ?? []).compactMap { method, node in
            guard Self.methods.contains(method.lowercased()) else { return nil }
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
                method: method.uppercased(),
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

    /// The parameters of a path and those of an operation, which replace others of the same name and place.
    private func merged(_ outer: [Node], _ inner: [Node]) -> [Node] {
        var result: [Node] = []
        var indices: [String: Int] = [:]
        for node in outer + inner {
            let identity = "\(node["in"]?.text ?? "") \(node["name"]?.scalarText ?? "")"
            if let index = indices[identity] {
                result[index] = node
            } else {
                indices[identity] = result.count
                result.append(node)
            }
        }
        return result
    }

    private func parameter(_ node: Node) -> Parameter? {
        guard let name = node["name"]?.scalarText, let text = node["in"]?.text else {
            diagnostics.skip(node, "A parameter needs 'name' and 'in'.")
            return nil
        }
        guard let location = Parameter.Location(rawValue: text) else {
            diagnostics.skip(node, "A parameter can't be in '\(text)'.")
            return nil
        }
        let isSimple = location == .path || location == .header
        let style = node["style"]?.text.flatMap { Parameter.Style(rawValue: $0) } ?? (isSimple ? .simple : .form)
        let content = node["content"]?.members?.list.first
        return Parameter(
            name: name,
            location: location,
            isRequired: location == .path || node["required"]?.bool == true,
            style: style,
            explodes: node["explode"]?.bool ?? (style == .form || style == .deepObject),
            allowsReserved: node["allowReserved"]?.bool ?? false,
            hasSeveralSegments: node["x-multi-segment"]?.bool ?? false,
            mediaType: content?.key,
            schema: (content?.node["schema"] ?? node["schema"]).flatMap { schemas.schema($0) },
            description: node["description"]?.text,
            isDeprecated: node["deprecated"]?.bool ?? false,
            node: node
        )
    }

    private func body(_ node: Node) -> OperationModel.Body {
        OperationModel.Body(
            isRequired: node["required"]?.bool ?? false,
            description: node["description"]?.text,
            contents: contents(node["content"])
        )
    }

    func contents(_ node: Node?) -> [Content] {
        (node?.members?.list ?? []).compactMap { mediaType, node in
            guard let node = resolved(node) else { return nil }
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
                    allowsReserved: encoding["allowReserved"]?.bool
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
            return Server(url: url, description: node["description"]?.text, variables: variables)
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
        return SecurityScheme(name: name, kind: kind, description: node["description"]?.text)
    }
}
