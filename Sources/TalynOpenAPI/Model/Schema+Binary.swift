extension Schema {
    /// Whether the values are bytes outside JSON, also by a reference or a part that must hold. A variant alone makes no bytes of others.
    var isBinary: Bool {
        var known: Set<ObjectIdentifier> = []
        var stack = [self]
        while let schema = stack.popLast(), known.count < ShapeReader.maximumDepth {
            guard known.insert(ObjectIdentifier(schema)).inserted else { continue }
            if schema.format == "binary" || schema.types == ["file"] { return true }
            stack += schema.allOf + (schema.referenced.map { [$0] } ?? [])
        }
        return false
    }
}
