extension OperationPlanner {
    /// The form of a multipart body: a struct with a property for each part.
    func multipart(_ content: Content, _ typeName: String) -> OperationPlan.Body.Kind {
        guard let schema = content.schema else { return .parts }
        var object = types.shapes.flattened(schema)
        if object.properties.isEmpty {
            guard case .union(let variants, _) = types.shapes.resolve(schema).shape else { return .parts }
            object.add(variants: variants.map { types.shapes.flattened($0) })
            if object.properties.isEmpty { return .parts }
        }
        checkEncodings(of: content, object)
        let declaration = types.topLevelDeclaration(
            typeName + "Form",
            documentation: Documentation.lines(schema.description)
        )
        let names = uniqueNames(object.properties.map(\.name), reserved: ["parts"]) {
            types.names[\.properties, $0] ?? SwiftName.member($0)
        }
        var headerNames = NameScope(Set(names + ["parts"]))
        let (style, styles) = styles(of: content, schema)
        let fields = zip(object.properties, names).map { property, name -> MultipartField in
            let schema = property.schemas[0]
            let encoding = content.encodings[property.name]
            let headers = (encoding?.headers ?? []).map { header in
                header.node.use()
                return MultipartField.Header(
                    wireName: header.name,
                    name: headerNames.unique(SwiftName.member("\(property.name) \(header.name)")),
                    documentation: Documentation.lines(header.description)
                )
            }
            let contentType = encoding?.contentType
            let mediaTypes = (contentType ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
            return MultipartField(
                wireName: property.name,
                name: name,
                type: field(
                    property.schemas,
                    contentType,
                    TypePlanner.Place(parent: declaration, name: SwiftName.type(property.name))
                ),
                isRequired: property.isRequired,
                documentation: Documentation.lines(of: schema, named: property.name)
                    + (mediaTypes.count > 1
                        ? ["Media types: " + mediaTypes.map { "`\($0)`" }.joined(separator: ", ") + "."] : []),
                contentType: contentType.flatMap { $0.contains(",") || $0.contains("*") ? nil : $0 },
                style: styles.first { $0.name == property.name }?.style ?? style,
                isDeprecated: schema.isDeprecated,
                headers: headers
            )
        }
        declaration.kind = .multipart(fields)
        return .multipart(declaration)
    }

    /// The type of a field. A file is `.binary`.
    ///
    /// - Parameter schemas: One schema, or those of several variants of the body. Any bytes are one of them, if another one is a file.
    private func field(_ schemas: [Schema], _ contentType: String?, _ place: TypePlanner.Place) -> TypeUse {
        let all = schemas.map { types.shapes.resolve($0) }
        if all.contains(where: { isFile($0, contentType) }) {
            for found in all { noteUnwritten(found, contentType) }
            return .binary
        }
        let isListOfFiles = all.allSatisfy { found in
            if case .array(let items?) = found.shape { isFile(types.shapes.resolve(items), contentType) } else { false }
        }
        guard isListOfFiles else { return types.type(ofOneOf: schemas, at: place).unwrapped }
        for found in all {
            if case .array(let items?) = found.shape { noteUnwritten(types.shapes.resolve(items), contentType) }
        }
        return .array(.binary)
    }

    /// Marks the schema of a file, and notes one of an object whose media type isn't written.
    private func noteUnwritten(_ found: ShapeReader.Resolved, _ contentType: String?) {
        found.schema.node.use()
        guard isDocument(found.shape), let contentType else { return }
        found.schema.node.useAll()
        diagnostics.note(found.schema.node, "A part of the type '\(contentType)' has no types in Swift. It is a file.")
    }

    private func isDocument(_ shape: Shape) -> Bool {
        switch shape {
        case .object, .map, .tuple: true
        default: false
        }
    }

    private func isFile(_ found: ShapeReader.Resolved, _ contentType: String?) -> Bool {
        let node = found.schema.node
        let isOtherType = contentType.map { !$0.contains("json") && !$0.hasPrefix("text/plain") } ?? false
        switch found.shape {
        case .binary: return true
        case .json where contentType == nil && isUntyped(found.schema): return true
        case .string, .json:
            return isOtherType || node["contentMediaType"] != nil && node["contentEncoding"] == nil
        case .object, .map, .tuple: return isOtherType
        case .union(let variants, _):
            return variants.contains { if case .binary = types.shapes.resolve($0).shape { true } else { false } }
        default: return false
        }
    }

    /// Whether a part with the schema is bytes, since its schema says nothing of a type (OpenAPI 3.1.1, sections 4.8.14.2 and 4.8.15).
    private func isUntyped(_ schema: Schema) -> Bool {
        schema.schemas.haveSiblings && !schema.hasStructure && schema.node["contentEncoding"] == nil
    }
}
