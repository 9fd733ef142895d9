struct SwaggerReader {
    let reader: DocumentReader

    /// The server: the host with the base path.
    func servers() -> [Server] {
        if let node = reader.root["basePath"], let path = node.text, !path.isEmpty, !path.hasPrefix("/") {
            reader.diagnostics.note(node, "A base path must start with a slash. The client adds it.")
        }
        guard let host = reader.root["host"]?.text else { return basePath.isEmpty ? [] : [Server(url: basePath)] }
        noteOtherSchemes(of: reader.root)
        return [Server(url: "\(scheme)://\(host)\(basePath)")]
    }

    /// The server of an operation with a scheme of its own.
    func servers(of operation: Node) -> [Server] {
        guard let host = reader.root["host"]?.text, let scheme = scheme(of: operation) else { return [] }
        noteOtherSchemes(of: operation)
        return scheme == self.scheme ? [] : [Server(url: "\(scheme)://\(host)\(basePath)")]
    }

    /// The base path with a slash before it; empty for that of all paths.
    private var basePath: String {
        let path = reader.root["basePath"]?.text ?? ""
        return path.isEmpty || path == "/" ? "" : path.hasPrefix("/") ? path : "/" + path
    }

    private var scheme: String { scheme(of: reader.root) ?? "https" }

    /// The scheme of a document or of an operation. One API with two schemes is one server. Credentials need the secure one.
    private func scheme(of node: Node) -> String? {
        let schemes = (node["schemes"]?.elements ?? []).compactMap(\.text)
        return schemes.contains("https") ? "https" : schemes.first
    }

    private func noteOtherSchemes(of node: Node) {
        for other in node["schemes"]?.elements ?? [] where other.text != scheme(of: node) {
            reader.diagnostics.note(other, "The client has the scheme '\(scheme(of: node) ?? "https")' alone.")
        }
    }

    private static let styles: [String: Parameter.Style] = [
        "ssv": .spaceDelimited, "tsv": .tabDelimited, "pipes": .pipeDelimited,
    ]

    /// A parameter outside the body, whose schema is the parameter itself.
    func parameter(_ node: Node) -> Parameter? {
        guard let name = node["name"]?.scalarText, let place = node["in"]?.text else {
            reader.diagnostics.skip(node, "A parameter needs 'name' and 'in'.")
            return nil
        }
        guard place != "body", place != "formData" else { return nil }
        guard let location = Parameter.Location(rawValue: place) else {
            reader.diagnostics.skip(node, "A parameter can't be in '\(place)'.")
            return nil
        }
        let isQuery = location == .query
        let format = node["collectionFormat"]
        let style = Self.styles[format?.text ?? ""]
        if !isQuery, let format, style != nil || format.text == "multi" {
            reader.diagnostics.skip(format, "The values of a parameter in '\(place)' are separated by commas.")
        }
        return Parameter(
            name: location == .path ? PathParts.parameter(name).name : name,
            location: location,
            isRequired: node["required"]?.bool == true || location == .path,
            style: isQuery ? style ?? .form : .simple,
            explodes: isQuery && format?.text == "multi",
            hasSeveralSegments: location == .path && reader.hasSeveralSegments(node, node),
            schema: reader.schemas.schema(node),
            description: node["description"]?.text,
            isOnlyCredential: reader.root["securityDefinitions"] == nil,
            node: node
        )
    }

    /// The body: that of a parameter, or the form of several.
    func body(_ parameters: [Node], of operation: Node) -> OperationModel.Body? {
        let consumes = mediaTypes("consumes", of: operation)
        if let node = parameters.first(where: { $0["in"]?.text == "body" }) {
            let schema = node["schema"].flatMap { reader.schemas.schema($0) }
            let types = consumes.filter { !$0.hasPrefix("multipart/") && $0 != "application/x-www-form-urlencoded" }
            return OperationModel.Body(
                isRequired: node["required"]?.bool ?? false,
                description: node["description"]?.text,
                contents: (types.isEmpty ? ["application/json"] : types).map {
                    Content(mediaType: $0, schema: schema, node: node)
                }
            )
        }
        let fields = parameters.filter { $0["in"]?.text == "formData" }
        guard !fields.isEmpty else { return nil }
        let form = form(of: fields, in: operation)
        let hasFile = fields.contains { $0["type"]?.text == "file" }
        let types = consumes.filter {
            $0.hasPrefix("multipart/") || !hasFile && $0 == "application/x-www-form-urlencoded"
        }
        let standard = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"
        var encodings: [String: Content.Encoding] = [:]
        for field in fields where field["type"]?.text == "array" && field["collectionFormat"]?.text != "multi" {
            let format = field["collectionFormat"]
            var style = Self.styles[format?.text ?? ""] ?? .form
            if let format, style == .tabDelimited {
                reader.diagnostics.skip(format, "The values of a field are separated by commas, and not by tabs.")
                style = .form
            }
            encodings[field["name"]?.scalarText ?? ""] = Content.Encoding(style: style, explodes: false)
        }
        return OperationModel.Body(
            isRequired: fields.contains { $0["required"]?.bool == true },
            description: nil,
            contents: (types.isEmpty ? [standard] : types).map {
                Content(mediaType: $0, schema: reader.schemas.schema(form), encodings: encodings, node: operation)
            }
        )
    }

    private func form(of fields: [Node], in operation: Node) -> Node {
        func make(_ key: String, _ value: Node.Value) -> Node {
            let node = Node(in: operation.file, parent: operation, key: key, line: operation.line)
            node.set(value)
            return node
        }
        var properties = NodeMembers()
        var required: [Node] = []
        for field in fields {
            guard let name = field["name"]?.scalarText else { continue }
            properties.append(name, field)
            if field["required"]?.bool == true { required.append(make("required", .string(name))) }
        }
        var members = NodeMembers()
        members.append("type", make("type", .string("object")))
        members.append("properties", make("properties", .object(properties)))
        members.append("required", make("required", .array(required)))
        return make("parameters", .object(members))
    }

    func contents(_ response: Node, of operation: Node) -> [Content] {
        guard let node = response["schema"], let schema = reader.schemas.schema(node) else { return [] }
        let produces = mediaTypes("produces", of: operation)
        let isFile = schema.isBinary
        // Beside other media types of a file, JSON is that of failures.
        let files = isFile ? produces.filter { !Content.isJSON(Content.baseType(of: $0)) } : []
        let types = files.isEmpty ? produces : files
        return (types.isEmpty ? [isFile ? "application/octet-stream" : "application/json"] : types).map {
            Content(mediaType: $0, schema: schema, node: response)
        }
    }

    private func mediaTypes(_ name: String, of operation: Node) -> [String] {
        (operation[name] ?? reader.root[name])?.elements?.compactMap { node in
            guard let text = node.text else { return nil }
            if !Content.baseType(of: text).isEmpty { return text }
            reader.diagnostics.skip(node, DocumentReader.missingMediaType)
            return nil
        } ?? []
    }
}
