extension DocumentReader {
    func parameter(_ node: Node) -> Parameter? {
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
            let problem = "A parameter can have one media type. '\(contents[0].mediaType)' counts."
            diagnostics.skip(contents[1].node, problem)
        }
        let style = contents.isEmpty ? style(of: node, location) : location.usualStyle
        if location == .path, let required = node["required"], required.bool == false {
            diagnostics.note(required, "A parameter of the path is required.")
        }
        return Parameter(
            name: location == .path ? PathParts.parameter(name).name : name,
            location: location,
            isRequired: node["required"]?.bool == true || location == .path,
            style: style,
            explodes: node["explode"]?.bool ?? [.form, .deepObject, .cookie].contains(style),
            allowsReserved: node["allowReserved"]?.bool ?? false,
            hasSeveralSegments: location == .path && hasSeveralSegments(node, node["schema"]),
            mediaType: contents.first?.mediaType,
            schema: contents.first.map { $0.schema ?? $0.itemSchema } ?? node["schema"].flatMap { schemas.schema($0) },
            description: node["description"]?.text,
            isDeprecated: node["deprecated"]?.bool ?? false,
            node: node
        )
    }

    /// Whether the value of a parameter has slashes, which stay in a path: by an extension of GitHub or AutoRest, or by a pattern of
    /// gRPC's transcoding, as in `projects/[^/]+/books/[^/]+`.
    func hasSeveralSegments(_ node: Node, _ schema: Node?) -> Bool {
        if node["x-multi-segment"]?.bool ?? false { return true }
        if let word = node["x-ms-skip-url-encoding"] { return word.scalarText == "true" }
        // The pattern itself only restricts the value, so it stays unread.
        let schema = schema.flatMap { schemas.schema($0) }?.target.node
        guard case .string(let pattern)? = schema?.child("pattern")?.unread else { return false }
        let isPath = pattern.replacing("[^/]", with: "").contains("/")
        return isPath && pattern.wholeMatch(of: Self.patternOfSegments) != nil
    }

    /// Segments that are words or anything, with slashes between them.
    private nonisolated(unsafe) static let patternOfSegments =
        #/\^?([\w.~%-]+|\[\^/\][+*]|\.[+*])(/([\w.~%-]+|\[\^/\][+*]|\.[+*]))*\$?/#

    /// The style of a parameter. One that its place doesn't have is reported.
    func style(of node: Node, _ location: Parameter.Location) -> Parameter.Style {
        let usual = location.usualStyle
        guard let text = node["style"]?.text else { return usual }
        if let style = Parameter.Style(rawValue: text), location.styles.contains(style) { return style }
        let place = location.rawValue
        diagnostics.note(
            node,
            "The style '\(text)' isn't one of parameters in '\(place)'. '\(usual.rawValue)' is used."
        )
        return usual
    }

    /// The style of a property in a form; nil for one that isn't among those of the query (OpenAPI 3.1, section 4.8.15.1.2).
    private func styleOfProperty(_ node: Node?) -> Parameter.Style? {
        guard let node, let text = node.text else { return nil }
        if let style = Parameter.Style(rawValue: text), Parameter.Location.query.styles.contains(style) { return style }
        diagnostics.skip(node, "'\(text)' is no style of a property in a form. The usual one is used.")
        return nil
    }

    func body(_ node: Node) -> OperationModel.Body {
        OperationModel.Body(
            isRequired: node["required"]?.bool ?? false,
            description: node["description"]?.text,
            contents: contents(node["content"])
        )
    }

    static let missingMediaType = "A body needs a media type. It is left out."

    /// The bodies by their media types. Of two that differ in case or spaces alone, the first one counts.
    func contents(_ node: Node?) -> [Content] {
        var known: Set<String> = []
        return members(node).compactMap { mediaType, node in
            if node.reference != nil { node.use() }
            guard let node = resolved(node) else { return nil }
            guard !Content.baseType(of: mediaType).isEmpty else {
                diagnostics.skip(node, Self.missingMediaType)
                return nil
            }
            guard known.insert(mediaType.lowercased().filter { $0 != " " }).inserted else {
                diagnostics.skip(node, "The media type '\(mediaType)' is there already. The first one counts.")
                return nil
            }
            for name in ["prefixEncoding", "itemEncoding"] {
                let problem = "Parts without names aren't written by '\(name)'. Make them as a 'MultipartForm'."
                if let encoding = node[name] { diagnostics.skip(encoding, problem) }
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
                    style: styleOfProperty(encoding["style"]),
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

    /// The bodies of a response; nothing for a status that never has a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
    private func bodies(_ contents: [Content], _ status: String, _ response: Node) -> [Content] {
        guard ["204", "205", "304"].contains(status), !contents.isEmpty else { return contents }
        for name in ["content", "schema"] { response.child(name)?.useAll() }
        diagnostics.note(response, "A response \(status) has no body. That of the document is left out.")
        return []
    }

    func responses(_ operation: Node, _ contents: (Node) -> [Content]) -> [ResponseModel] {
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
                contents: bodies(contents(node), status, node),
                headerFields: members(node["headers"]).filter { $0.key.lowercased() != "content-type" }
                    .map { ($0.key, resolved($0.node)?["description"]?.text) },
                node: node
            )
        }
    }
}
