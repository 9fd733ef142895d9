extension Schema {
    /// The first value of an annotation, of the schema or of a part of it that must hold.
    func annotation<Value>(_ name: String, followsReferences: Bool = false, _ read: (Node) -> Value?) -> Value? {
        for schema in conjoined(followingReferences: followsReferences) {
            guard let value = schema.node[name].flatMap(read) else { continue }
            if schema.node !== node { schema.node.use() }
            return value
        }
        return nil
    }

    /// Whether the schema, a part of it that must hold, or one that a reference leads to says `true`.
    ///
    /// Of several values, `true` counts (JSON Schema 2020-12 Validation, section 9.4).
    func hasFlag(_ name: String) -> Bool {
        var result = false
        for schema in conjoined(followingReferences: true) {
            guard let value = schema.node.child(name)?.bool else { continue }
            if schema.node !== node { schema.node.use() }
            if value { result = true }
        }
        return result
    }

    /// The schema with the parts of `allOf`, and perhaps with those that references lead to. They can lead in a circle.
    func conjoined(followingReferences followsReferences: Bool) -> [Schema] {
        var found: [Schema] = []
        var known: Set<ObjectIdentifier> = []
        var stack = [self]
        while let schema = stack.popLast(), found.count < ShapeReader.maximumDepth {
            guard known.insert(ObjectIdentifier(schema)).inserted else { continue }
            found.append(schema)
            stack += schema.allOf.reversed()
            if followsReferences, let referenced = schema.referenced { stack.append(referenced) }
        }
        return found
    }
}
