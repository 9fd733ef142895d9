extension OperationPlanner {
    /// The bodies that an operation takes, one for each kind of media type.
    func bodies(of operation: OperationModel, _ typeName: String) -> [OperationPlan.Body] {
        guard let body = operation.body else { return [] }
        // Some documents give each operation a body, and say that it has nothing.
        if !body.isRequired, body.contents.allSatisfy({ $0.schema.map { isEmpty($0) } ?? false }) { return [] }
        var labels: Set<String> = []
        return body.contents.compactMap { content in
            let name = content.schema.map { $0.isReference } == true ? typeName : typeName + "Body"
            let kind = kind(of: content, name, typeName)
            var label =
                switch kind {
                case .json: "body"
                case .form: "form"
                case .multipart, .parts: "multipart"
                case .text: "text"
                case .bytes: "data"
                }
            // Of several media types of one kind, such as images, the first one counts.
            guard labels.insert(label).inserted else { return nil }
            if body.contents.count == 1 { label = "body" }
            return OperationPlan.Body(
                label: label,
                kind: kind,
                mediaType: content.mediaType.contains("*") ? nil : content.mediaType,
                isRequired: body.isRequired
                    || operation.method != "DELETE" && operation.method != "GET" && body.contents.count > 1,
                description: body.description
            )
        }
    }

    /// Whether a schema allows an object without members alone.
    private func isEmpty(_ schema: Schema) -> Bool {
        guard case .object(let object) = types.shapes.resolved(schema).shape, object.properties.isEmpty else {
            return false
        }
        if case .ignored = object.additional { return true }
        return false
    }

    private func kind(of content: Content, _ name: String, _ typeName: String) -> OperationPlan.Body.Kind {
        if content.isMultipart { return multipart(content, typeName) }
        if content.isForm, let schema = content.schema {
            let (style, styles) = styles(of: content, schema)
            return .form(
                types.type(of: schema, at: TypePlanner.Place(name: name)).unwrapped,
                style: style,
                styles: styles
            )
        }
        if content.isJSON, !content.isBinary {
            return .json(
                content.schema.map { types.type(of: $0, at: TypePlanner.Place(name: name)).unwrapped } ?? .json
            )
        }
        return content.isText && !content.isBinary ? .text : .bytes
    }

    /// The style of a form's arrays and objects: one for all, or one for some.
    private func styles(of content: Content, _ schema: Schema) -> (String?, [(name: String, style: String)]) {
        var styles: [(name: String, style: String)] = []
        var count = 0
        for property in types.shapes.flattened(schema).properties {
            guard property.schemas.contains(where: { isComplex($0) }) else { continue }
            count += 1
            guard let encoding = content.encodings[property.name] else { continue }
            if encoding.isJSON {
                styles.append((property.name, "json"))
                continue
            }
            let explodes = encoding.explodes ?? true
            switch encoding.style {
            case .deepObject: styles.append((property.name, "brackets"))
            case .spaceDelimited where !explodes: styles.append((property.name, "spaces"))
            case .pipeDelimited where !explodes: styles.append((property.name, "pipes"))
            case .form, nil: if !explodes { styles.append((property.name, "commas")) }
            default: break
            }
        }
        // JSON has quotation marks around a text, unless it is the style of all members.
        if let first = styles.first, first.style != "json", styles.count == count,
            styles.allSatisfy({ $0.style == first.style })
        {
            return (first.style, [])
        }
        return (nil, styles)
    }

    private func isComplex(_ schema: Schema) -> Bool {
        switch types.shapes.resolved(schema).shape {
        case .array, .map, .object, .union, .json: true
        default: false
        }
    }

    // MARK: Multipart

    private func multipart(_ content: Content, _ typeName: String) -> OperationPlan.Body.Kind {
        guard let schema = content.schema else { return .parts }
        var object = types.shapes.flattened(schema)
        if object.properties.isEmpty {
            guard case .union(let variants, _) = types.shapes.resolved(schema).shape else { return .parts }
            object.add(variants: variants.map { types.shapes.flattened($0) })
            if object.properties.isEmpty { return .parts }
        }
        let declaration = types.multipart(typeName + "Form", documentation: Documentation.lines(schema.description))
        let names = uniqueNames(object.properties.map(\.name), reserved: ["parts"]) {
            configuration.propertyName(of: $0) ?? SwiftName.member($0)
        }
        let fields = zip(object.properties, names).map { property, name -> MultipartField in
            let schema = property.schemas[0]
            let contentType = content.encodings[property.name]?.contentType
            return MultipartField(
                wireName: property.name,
                name: name,
                type: field(
                    schema,
                    contentType,
                    TypePlanner.Place(parent: declaration, name: SwiftName.type(property.name))
                ),
                isRequired: property.isRequired,
                documentation: Documentation.lines(of: schema, named: property.name),
                contentType: contentType.flatMap { $0.contains(",") || $0.contains("*") ? nil : $0 },
                isDeprecated: schema.isDeprecated
            )
        }
        declaration.kind = .multipart(fields)
        return .multipart(declaration)
    }

    /// The type of a field. A file is `.binary`.
    private func field(_ schema: Schema, _ contentType: String?, _ place: TypePlanner.Place) -> TypeUse {
        let (shape, _, owner) = types.shapes.resolved(schema)
        if isFile(owner, shape, contentType) { return .binary }
        if case .array(let items?) = shape {
            let element = types.shapes.resolved(items)
            if isFile(element.schema, element.shape, contentType) { return .array(.binary) }
        }
        return types.type(of: schema, at: place).unwrapped
    }

    private func isFile(_ schema: Schema, _ shape: Shape, _ contentType: String?) -> Bool {
        let isOtherType = contentType.map { !$0.contains("json") && !$0.hasPrefix("text/plain") } ?? false
        switch shape {
        case .binary: return true
        case .string, .json:
            return isOtherType || schema.node["contentMediaType"] != nil && schema.node["contentEncoding"] == nil
        case .union(let variants, _):
            return variants.contains { if case .binary = types.shapes.resolved($0).shape { true } else { false } }
        default: return false
        }
    }
}
