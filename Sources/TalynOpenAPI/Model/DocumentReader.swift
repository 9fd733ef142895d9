/// Reads OpenAPI 3 to the model. ``SwaggerReader`` reads the parts in which Swagger 2 differs.
struct DocumentReader {
    let root: Node
    let files: DocumentFiles
    let schemas: Schemas
    private let callbacks = KnownCallbacks()
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
            throw root.error("It is no OpenAPI document: it needs 'openapi: 3.x' or 'swagger: 2.0' at its top.")
        }
        let isSwagger = version.hasPrefix("2.")
        var document = APIDocument(root: root, info: root["info"].flatMap { resolved($0) })
        document.allSchemas = schemas
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
        nameSchemas(members(named), in: &document)
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
        document.webhooks = members(root["webhooks"]).filter { !$0.key.hasPrefix("x-") }.flatMap { name, node in
            incoming(node, kind: "webhook", name: name, item: node)
        }
        return document
    }

    /// Reads the named schemas. A reference to a value without a name, such as that in a file of its own, gives it the name.
    private func nameSchemas(_ members: [(key: String, node: Node)], in document: inout APIDocument) {
        let nodes = Set(members.map { ObjectIdentifier($0.node) })
        for (name, node) in members {
            guard let schema = schemas.schema(node) else { continue }
            let end = end(of: schema, before: nodes)
            // Of two names for one value, the second one is a reference to it.
            if end === schema || !schemas.give(name, to: end) {
                _ = schemas.give(name, to: schema)
                document.schemas.append((name, schema))
            } else {
                document.schemas.append((name, end))
                document.references.append(node)
            }
        }
    }

    /// The schema at the end of references with nothing beside them; the schema itself if they lead to a value with a name.
    private func end(of schema: Schema, before named: Set<ObjectIdentifier>) -> Schema {
        var end = schema
        var passed: Set<ObjectIdentifier> = []
        while end.node.reference != nil, !end.saysNullable, let next = end.referenced, end.conjuncts.count == 1 {
            guard passed.insert(ObjectIdentifier(end)).inserted, !named.contains(ObjectIdentifier(next.node)) else {
                return schema
            }
            end = next
        }
        return end
    }

    // MARK: References

    /// The value, or the one that it refers to; nil for a reference that leads nowhere.
    ///
    /// References are followed wherever an object is expected, also where the specification doesn't allow one. A description beside a reference
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
            for tag in list(node["tags"]).dropFirst() {
                guard let name = tag.scalarText else { continue }
                operation.otherTags.append(name)
                diagnostics.noteOfMany(tag, "An operation is in the group of its first tag.")
            }
            if isSwagger {
                operation.servers = swagger.servers(of: node)
                operation.parameters = parameters.compactMap { swagger.parameter($0) }
                operation.body = swagger.body(parameters, of: node)
                operation.responses = responses(node) { swagger.contents($0, of: node) }
            } else {
                operation.parameters = parameters.compactMap { parameter($0) }
                operation.body = node["requestBody"].flatMap { resolved($0) }.map { body($0) }
                operation.responses = responses(node) { contents($0["content"]) }
                operation.callbacks = callbacks(of: node, named: operation.id ?? "\(method) \(path)")
            }
            return operation
        }
    }

    /// The requests that an operation asks the API to send.
    private func callbacks(of operation: Node, named owner: String) -> [IncomingRequest] {
        members(operation["callbacks"]).filter { !$0.key.hasPrefix("x-") }.flatMap { name, callback in
            callbackRequests(callback).map { request in
                var request = request
                if request.name.isEmpty { request.name = "\(owner) \(name)" }
                request.node = callback
                return request
            }
        }
    }

    /// The requests of a callback, which many operations can refer to. Those without an operation ID have no name yet.
    private func callbackRequests(_ callback: Node) -> [IncomingRequest] {
        guard let target = resolved(callback) else { return [] }
        if let known = callbacks.known[ObjectIdentifier(target)] { return known.requests }
        let requests = members(target).filter { !$0.key.hasPrefix("x-") }.flatMap { _, item in
            incoming(target, kind: "callback", name: "", item: item)
        }
        callbacks.known[ObjectIdentifier(target)] = (target, requests)
        return requests
    }

    /// The requests of a webhook or a callback, whose path item has the methods.
    private func incoming(_ node: Node, kind: String, name: String, item: Node) -> [IncomingRequest] {
        guard let item = joined(item) else { return [] }
        return methods(of: item).compactMap { _, operation in
            guard let operation = joined(operation), operation.members != nil else { return nil }
            // The words that only distinguish operations, and the statuses that the app answers with.
            for tag in list(operation["tags"]) { _ = tag.scalarText }
            for (_, response) in members(operation["responses"]) { resolved(response)?.use() }
            let body = operation["requestBody"].flatMap { resolved($0) }.map { self.body($0) }
            return IncomingRequest(
                kind: kind,
                name: operation["operationId"]?.scalarText ?? name,
                body: body,
                node: node
            )
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
}

/// The callbacks that are read already, by their identities. The nodes keep these alive.
private final class KnownCallbacks {
    var known: [ObjectIdentifier: (node: Node, requests: [IncomingRequest])] = [:]
}
