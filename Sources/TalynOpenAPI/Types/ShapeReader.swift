final class ShapeReader {
    let diagnostics: Diagnostics
    let discriminators: Discriminators
    private var known: [ObjectIdentifier: NullableShape] = [:]
    /// The schemas whose shapes are being decided.
    private var pending: Set<ObjectIdentifier> = []
    /// The ends of chains of references.
    private var ends: [ObjectIdentifier: Resolved] = [:]
    /// The values of the document that are variants of unions, by the unions.
    var variantNodes: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
    /// Whether the values of unions tell their variants. Each schema that consists of a union asks for it.
    var tagged: [ObjectIdentifier: Bool] = [:]
    /// The ways to the end of a schema that aren't certain yet, since a schema on them is still being decided.
    private(set) var uncertainCount = 0
    private var depth = 0
    /// The variants of unions that can still be compared with other schemas. Unions of unions multiply them.
    var remainingVariants = 20_000
    /// The number of schemas that may consist of each other.
    static let maximumDepth = 100
    /// The number of schemas that one object may consist of, with those of all its variants.
    static let maximumCount = 10_000

    init(_ document: APIDocument, _ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
        discriminators = Discriminators(document)
    }

    /// The shape of a schema with what is known of it.
    struct Resolved {
        var shape: Shape
        var null: Nullability
        var isContradiction: Bool
        var isNullable: Bool { null == .allowed }
        var schema: Schema
    }

    /// The shape of a schema, after all schemas that it is the same as.
    func resolve(_ schema: Schema) -> Resolved {
        var passed: [(id: ObjectIdentifier, found: NullableShape)] = []
        var visited: Set<ObjectIdentifier> = []
        var end = Resolved(shape: .json, null: .unsaid, isContradiction: false, schema: schema)
        var isFinal = true
        while visited.insert(ObjectIdentifier(end.schema)).inserted {
            end.schema.schemas.stepCount += 1
            let id = ObjectIdentifier(end.schema)
            if let known = ends[id] {
                end = known
                break
            }
            let found = shape(of: end.schema)
            isFinal = isFinal && known[id] != nil && !pending.contains(id)
            passed.append((id, found))
            guard case .same(let other) = found.shape else {
                end.shape = found.shape
                break
            }
            end.schema = other
            // References that lead in a circle have no end.
            if visited.contains(ObjectIdentifier(other)) { isFinal = false }
        }
        if !isFinal { uncertainCount += 1 }
        // Each schema of a chain of references ends where the next one does. A schema includes the statements of the next one.
        for (id, found) in passed.reversed() {
            if found.null != .unsaid { end.null = found.null }
            if found.isContradiction { end.isContradiction = true }
            if isFinal { ends[id] = end }
        }
        return end
    }

    func isSame(_ one: Schema, _ other: Schema) -> Bool {
        var (one, other) = (one, other)
        for _ in 0..<20 {
            let (first, second) = (resolve(one), resolve(other))
            if first.schema === second.schema { return true }
            switch (first.shape, second.shape) {
            case (.array(let items?), .array(let others?)), (.map(let items?), .map(let others?)):
                (one, other) = (items, others)
            case (.array(nil), .array(nil)), (.map(nil), .map(nil)): return true
            default: return first.shape.isSameScalar(as: second.shape)
            }
        }
        return false
    }

    func shape(of schema: Schema) -> NullableShape {
        if let shape = known[ObjectIdentifier(schema)] { return shape }
        schema.node.use()
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.maximumDepth else {
            let problem = "The schema is more than \(Self.maximumDepth) others deep. It is any JSON there."
            diagnostics.noteOfMany(schema.node, problem)
            return NullableShape(shape: .json)
        }
        // A schema that needs its own shape can be anything.
        known[ObjectIdentifier(schema)] = NullableShape(shape: .json)
        pending.insert(ObjectIdentifier(schema))
        defer { pending.remove(ObjectIdentifier(schema)) }
        var shape = makeShape(of: schema)
        if schema.saysNullable { shape.null = .allowed }
        known[ObjectIdentifier(schema)] = shape
        return shape
    }

    private func makeShape(of schema: Schema) -> NullableShape {
        if let base = discriminators.union(of: schema) {
            return NullableShape(shape: base, null: nullability(of: schema))
        }
        let conjuncts = schema.conjuncts
        guard let first = conjuncts.first else { return NullableShape(shape: .json) }
        if first === schema {
            let all = schema.oneOf.contains(where: \.isVariant) ? schema.oneOf : schema.anyOf
            let variants = all.filter(\.isVariant)
            if !variants.isEmpty {
                var shape = union(schema, variants, schema.discriminator)
                if all.contains(where: \.isNull) { shape.null = .allowed }
                return shape
            }
            return NullableShape(shape: plain(schema), null: nullability(of: schema))
        }
        if conjuncts.count == 1, first === schema.referenced { return NullableShape(shape: .same(first)) }
        return intersection(of: conjuncts, for: schema)
    }

    /// Whether a schema's own keywords allow `null`.
    private func nullability(of schema: Schema) -> Nullability {
        if schema.allowsNull { return .allowed }
        return schema.types.isEmpty && schema.values == nil ? .unsaid : .forbidden
    }

    /// The object with the properties of all its parts.
    func flattened(_ schema: Schema) -> ObjectShape {
        var parts = ObjectParts()
        parts.add(schema)
        return object(of: parts, for: schema)
    }

    func object(of parts: ObjectParts, for schema: Schema) -> ObjectShape {
        if parts.count >= Self.maximumCount {
            let problem = "The schema consists of more than \(Self.maximumCount) others. The rest is left out."
            diagnostics.note(schema.node, problem)
        }
        var object = parts.object
        if object.isCut {
            let problem = "The variants have too many combinations. Some properties have the types of the object alone."
            diagnostics.note(schema.node, problem)
        }
        let missing = parts.required.subtracting(object.properties.map(\.name))
        if !object.properties.isEmpty, !missing.isEmpty, case .ignored = object.additional { object.additional = .any }
        // An object without properties is a map.
        guard !object.properties.isEmpty else { return object }
        for value in discriminators.values(of: schema)
        where object.property(value.property) != nil || !parts.isClosed { object.set(value) }
        return object
    }
}
