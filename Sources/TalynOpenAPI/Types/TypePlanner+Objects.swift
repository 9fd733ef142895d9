extension TypePlanner {
    func objectType(_ object: ObjectShape, of owner: Schema, in declaration: Declaration) -> ObjectType {
        let names = uniqueNames(object.properties.map(\.name)) {
            self.names[\.properties, $0] ?? SwiftName.member($0)
        }
        let properties = zip(object.properties, names).map { shape, name -> Property in
            let typeName = SwiftName.type(shape.name)
            let place =
                base(of: shape.schemas, beside: owner, named: typeName)
                ?? Place(parent: declaration, name: typeName)
            let type = type(ofOneOf: shape.schemas, at: place)
            let schema = shape.schemas[0]
            let property = Property(shape.name, name, type, isRequired: shape.isRequired)
            property.isReadOnly = shape.schemas.allSatisfy(\.isReadOnly)
            property.isWriteOnly = shape.schemas.allSatisfy(\.isWriteOnly)
            property.isDeprecated = schema.isDeprecated
            property.isURL = shape.schemas.contains(where: \.describesURL)
            property.documentation = Documentation.lines(of: schema, named: shape.name)
            if shape.schemas.count == 1 { property.constant = constant(of: schema, type.unwrapped) }
            property.discriminatorValue = shape.discriminatorValue?.text
            if let text = schema.defaultValue.flatMap({ Self.text(of: $0) }) {
                property.documentation += (property.documentation.isEmpty ? [] : [""]) + ["Default: `\(text)`."]
            }
            return property
        }
        var result = ObjectType(properties: properties)
        switch object.additional {
        case .ignored: break
        case .any: result.additional = .json
        case .schema(let schema):
            result.additional = type(of: schema, at: Place(parent: declaration, name: "AdditionalProperty"))
        }
        var scope = NameScope(Set(names))
        result.additionalName = scope.unique(result.additionalName, "furtherProperties")
        return result
    }

    /// The place of a property's type that another named schema describes, of which this one consists: it stands there, so that
    /// each schema that consists of it has the same type.
    func base(of schemas: [Schema], beside owner: Schema, named name: String) -> Place? {
        guard let property = schemas.first, schemas.count == 1 else { return nil }
        let found = shapes.resolve(property)
        let schema = found.schema
        guard found.shape.needsDeclaration, schema.isWhole, namedSchemas[ObjectIdentifier(schema)] == nil,
            let base = namedSchema(around: schema.node), base.node !== owner.node,
            base !== namedSchema(around: owner.node)
        else { return nil }
        let origins = property.schemas.together(property) ?? [property]
        guard origins.contains(where: { !$0.isReference && namedSchema(around: $0.node) === base }) else { return nil }
        guard let declaration = type(of: base, at: Place(name: name)).unwrapped.declaration else {
            return Place(name: (namedSchemas[ObjectIdentifier(base)] ?? "") + name)
        }
        return Place(parent: declaration, name: name)
    }

    func namedSchema(around node: Node) -> Schema? {
        node.ancestor { schemasByNode[ObjectIdentifier($0)] != nil }.flatMap { schemasByNode[ObjectIdentifier($0)] }
    }

    /// The type of a property that has several schemas, one for each variant of the object.
    func type(ofOneOf all: [Schema], at place: Place) -> TypeUse {
        var schemas: [Schema] = []
        let possible = all.filter { !shapes.resolve($0).isContradiction }
        for schema in possible.distinct(by: { ObjectIdentifier(shapes.resolve($0).schema) }) {
            // Objects are the same by their identity alone.
            let isObject = if case .object = shapes.resolve(schema).shape { true } else { false }
            if isObject || !schemas.contains(where: { shapes.isSame($0, schema) }) { schemas.append(schema) }
        }
        if schemas.count < 2 { return type(of: schemas.first ?? all[0], at: place) }
        let type: TypeUse
        switch shapes.joined(schemas) {
        case .enumeration(let shape)?:
            let name = place.parent.map { nestedName(place.name, in: $0) } ?? topLevelName(place.name)
            let declaration = self.declaration(name, place.parent, schemas[0])
            fill(declaration, .enumeration(shape), schemas[0])
            type = .named(declaration)
        case let shape?: type = self.type(shape, schemas[0], at: place)
        case nil:
            let problem = "The variants of the object have several types here. The property is any JSON."
            diagnostics.note(schemas[0].node, problem)
            type = .json
        }
        return type.optional(if: schemas.contains { shapes.resolve($0).isNullable })
    }

    /// The only value of a schema, in Swift.
    func constant(of schema: Schema, _ type: TypeUse) -> String? {
        guard let value = shapes.constant(of: schema) else { return nil }
        switch type {
        case .string: return value.swiftLiteral
        case .int, .bool: return value
        default: return nil
        }
    }
}
