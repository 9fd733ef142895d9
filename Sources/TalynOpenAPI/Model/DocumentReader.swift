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
        schemas = Schemas(files, root)
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
            info: root["info"].flatMap { resolved($0) }
        )
        _ = document.info?.members
        document.tags = list(root["tags"]).compactMap { tag in
            guard let name = tag["name"]?.scalarText else {
                diagnostics.skip(tag, "A tag needs a name.")
                return nil
            }
            return (name, tag["description"]?.text ?? tag["summary"]?.text)
        }
        let components = root["components"].flatMap { resolved($0) }
        _ = components?.members
        let named = isSwagger ? root["definitions"] : components?["schemas"]
        document.schemas = members(named).compactMap { name, node in
            schemas.schema(node).map { (name, $0) }
        }
        let schemes = members(isSwagger ? root["securityDefinitions"] : components?["securitySchemes"])
        document.securitySchemes = schemes.compactMap { securityScheme($0, $1) }
        document.certificateSchemes = Set(schemes.filter { isMutualTLS(resolved($0.node)) }.map(\.key))
        document.security = security(root["security"]) ?? []
        document.scopes = scopes(root["security"])
        document.servers = isSwagger ? SwaggerReader(reader: self).servers() : servers(root["servers"])
        for (path, item) in members(root["paths"]) where !path.hasPrefix("x-") {
            let path = path.hasPrefix("/") ? path : "/" + path
            document.operations += operations(path, joined(item), isSwagger: isSwagger)
        }
        return document
    }

    // MARK: References

    /// The value, or the one that it refers to; nil for a reference that leads nowhere.
    ///
    /// References are followed wherever an object is expected, also where the specification has none. A description beside a reference
    /// replaces that of the target (OpenAPI 3.1, section 4.8.23).
    func resolved(_ node: Node) -> Node? {
        guard node.reference != nil, let reference = node["$ref"]?.text else { return node }
        guard let target = files.target(of: reference, from: node) else { return nil }
        return target.overlaid(by: node, ["description", "summary"])
    }

    /// The value with the members of the one that it refers to, for a path item or an operation.
    private func joined(_ node: Node) -> Node? {
        guard node.reference != nil, let reference = node["$ref"]?.text else { return node }
        return files.target(of: reference, from: node)?.overlaid(by: node)
    }

    /// The elements of an array, without those of references that lead nowhere.
    func list(_ node: Node?) -> [Node] {
        (node.flatMap { resolved($0) }?.elements ?? []).compactMap { resolved($0) }
    }

    /// The members of an object.
    func members(_ node: Node?) -> [(key: String, node: Node)] {
        node.flatMap { resolved($0) }?.members?.list ?? []
    }

    // MARK: Operations

    private func operations(_ path: String, _ item: Node?, isSwagger: Bool) -> [OperationModel] {
        guard let item else { return [] }
        let swagger = SwaggerReader(reader: self)
        return methods(of: item).compactMap { method, node in
            guard let node = joined(node), node.members != nil else { return nil }
            let parameters = merged(list(item["parameters"]), list(node["parameters"]))
            var operation = OperationModel(
                id: node["operationId"]?.scalarText,
                method: method,
                path: path,
                tag: list(node["tags"]).first.flatMap { $0["name"] ?? $0 }?.scalarText,
                summary: node["summary"]?.text ?? item["summary"]?.text,
                description: node["description"]?.text ?? item["description"]?.text,
                documentation: node["externalDocs"].flatMap { resolved($0) }?["url"]?.text,
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
            return members(node).map { ($0.key, $0.node) }
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
                    // The parameter of the operation stands in place of this one.
                    result[known].useAll()
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
        contents.first?.node.use()
        if contents.count > 1 {
            diagnostics.skip(node, "A parameter can have one media type. '\(contents[0].mediaType)' counts.")
        }
        let style = contents.isEmpty ? style(of: node, location) : location.usualStyle
        if location == .path, let required = node["required"], required.bool == false {
            diagnostics.note(required, "A parameter of the path is required.")
        }
        return Parameter(
            name: name,
            location: location,
            isRequired: node["required"]?.bool == true || location == .path,
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

    /// The style of a parameter or of a part; nil for one that the specification doesn't have.
    private func style(_ node: Node?) -> Parameter.Style? {
        guard let node, let text = node.text else { return nil }
        let style = Parameter.Style(rawValue: text)
        if style == nil { diagnostics.skip(node, "There is no style '\(text)'. The usual one is used.") }
        return style
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
        return members(node).compactMap { mediaType, node in
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
            for (name, encoding) in members(node["encoding"]) {
                guard let encoding = resolved(encoding) else { continue }
                content.encodings[name] = Content.Encoding(
                    contentType: encoding["contentType"]?.text,
                    style: style(encoding["style"]),
                    explodes: encoding["explode"]?.bool,
                    allowsReserved: encoding["allowReserved"]?.bool,
                    // `Content-Type` is described by a member of its own (OpenAPI 3.1, section 4.8.15.1).
                    headers: members(encoding["headers"]).filter { $0.key.lowercased() != "content-type" }
                        .map { name, node in
                            let header = resolved(node) ?? node
                            return (name, header["description"]?.text, header)
                        }
                )
            }
            return content
        }
    }

    private func responses(_ operation: Node, _ contents: (Node) -> [Content]) -> [ResponseModel] {
        var known: Set<String> = []
        return members(operation["responses"]).compactMap { text, value in
            guard !text.hasPrefix("x-"), let node = resolved(value) else { return nil }
            let status = text.uppercased() == "DEFAULT" ? "default" : text.uppercased()
            guard known.insert(status).inserted else {
                diagnostics.skip(value, "The status '\(text)' has another response already. The first one counts.")
                return nil
            }
            return ResponseModel(
                status: status,
                contents: contents(node),
                headers: Set(members(node["headers"]).map { $0.key.lowercased() }),
                headerFields: members(node["headers"]).filter { $0.key.lowercased() != "content-type" }
                    .map { ($0.key, resolved($0.node)?["description"]?.text) },
                node: node
            )
        }
    }

    // MARK: Servers and security

    private func servers(_ node: Node?) -> [Server] {
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

    private func security(_ node: Node?) -> [SecurityRequirement]? {
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

    /// The scopes that an operation needs, by the names of its schemes.
    private func scopes(_ node: Node?) -> [String: Set<String>] {
        var result: [String: Set<String>] = [:]
        for requirement in list(node) {
            for (name, scopes) in members(requirement) {
                result[name, default: []].formUnion(scopes.elements?.compactMap(\.scalarText) ?? [])
            }
        }
        return result.filter { !$0.value.isEmpty }
    }

    /// The endpoints and the scopes of all flows of a scheme. Swagger has one flow, beside the other members.
    private func endpoints(_ node: Node) -> AuthorizationEndpoints {
        var endpoints = AuthorizationEndpoints()
        let suffix = "/.well-known/openid-configuration"
        if let place = node["openIdConnectUrl"], let url = place.text {
            if url.hasSuffix(suffix) {
                endpoints.issuer = String(url.dropLast(suffix.count))
            } else {
                diagnostics.skip(place, "The URL must end with \(suffix). It is left out.")
            }
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
        let flows = node["flows"] == nil ? [node] : members(node["flows"]).compactMap { resolved($0.node) }
        for flow in flows {
            func url(_ name: String, _ other: String?) -> String? {
                guard let node = flow[name], let text = node.text, !text.isEmpty else { return other }
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
        return SecurityScheme(
            name: name,
            kind: kind,
            description: node["description"]?.text,
            isDeprecated: node["deprecated"]?.bool ?? false
        )
    }
}
