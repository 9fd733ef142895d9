/// An object that is being collected from the schemas of which it consists.
///
/// Each of them says something of the object, so a property that two of them describe must fit both, and the order makes no difference.
struct ObjectParts {
    private(set) var required: Set<String> = []
    /// The number of schemas for the object and all its variants. Variants can share variants, so it can be large.
    private(set) var count = 0
    private var properties: [(name: String, schema: Schema)] = []
    private var additional: [Schema] = []
    private var allowsAny = false
    /// Whether a part allows no other names than its own.
    private(set) var isClosed = false
    private var unions: [[ObjectShape]] = []
    /// The schemas that are part of the object already.
    private var added: Set<ObjectIdentifier> = []
    /// The schemas around the next one, in which it can contain itself.
    private var visited: Set<ObjectIdentifier> = []

    /// Adds a schema with those of which it consists.
    mutating func add(_ schema: Schema) {
        let identity = ObjectIdentifier(schema)
        guard count < ShapeReader.maximumCount, visited.count < ShapeReader.maximumDepth,
            !visited.contains(identity), added.insert(identity).inserted
        else { return }
        count += 1
        schema.schemas.stepCount += 1
        schema.node.use()
        // That the schema is one of objects is what the parts are for.
        _ = schema.ownTypes
        visited.insert(identity)
        defer { visited.remove(identity) }
        if let referenced = schema.referenced { add(referenced) }
        for part in schema.allOf { add(part) }
        properties += schema.properties
        required.formUnion(schema.required)
        switch schema.additional {
        case .allowed(true): allowsAny = true
        case .schema(let values): additional.append(values)
        case .allowed(false): if schema["additionalProperties"] != nil { isClosed = true }
        case .unspecified: break
        }
        for union in [schema.oneOf, schema.anyOf] {
            let variants = union.filter { $0.hasStructure && !$0.isNull }.map { variant in
                var parts = ObjectParts()
                parts.count = count
                parts.visited = visited
                parts.add(variant)
                count = parts.count
                return parts.object
            }
            // Variants that only require names of the object add nothing.
            if !variants.isEmpty { unions.append(variants) }
        }
    }

    var object: ObjectShape {
        var object = ObjectShape()
        for (name, all) in properties.grouped(by: \.name) {
            object.add(name, [all[0].schema.schemas.all(all.map(\.schema))])
        }
        if let first = additional.first {
            object.additional = .schema(first.schemas.all(additional))
        } else if allowsAny {
            object.additional = .any
        }
        for variants in unions { object.add(variants: variants) }
        if isClosed { object.additional = .ignored }
        object.require(required)
        return object
    }
}
