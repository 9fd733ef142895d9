/// An array with a schema for each of its first elements.
struct TupleShape {
    var elements: [Schema] = []
    /// The elements after the first ones.
    var further = ObjectShape.Additional.ignored
    /// The number of elements that must be there.
    var minimum = 0
    /// Whether no other elements may be there.
    var isClosed = false
}

extension TupleShape {
    init(_ schema: Schema) {
        elements = schema.prefixItems
        switch schema.furtherItems {
        case .unspecified: break
        case .allowed(false): isClosed = true
        case .allowed(true): further = .any
        case .schema(let schema): further = .schema(schema)
        }
        minimum = schema.number("minItems").map { Int(max(0, min($0, Double(elements.count)))) } ?? 0
        if minimum > 0 { schema["minItems"]?.use() }
    }

    /// The schema at a place; nil if any element is allowed there.
    private func schema(at index: Int) -> Schema? {
        if index < elements.count { return elements[index] }
        return if case .schema(let schema) = further { schema } else { nil }
    }

    /// The array that fits several shapes at the same time. One of them at least is a tuple.
    static func joining(_ all: [TupleShape]) -> TupleShape {
        var result = TupleShape()
        let count = all.map(\.elements.count).max() ?? 0
        result.minimum = all.map(\.minimum).max() ?? 0
        result.elements = (0..<count).compactMap { index in
            let schemas = all.compactMap { $0.schema(at: index) }
            return schemas.first?.schemas.all(schemas)
        }
        result.isClosed = all.contains(where: \.isClosed)
        if result.isClosed { return result }
        let rest = all.compactMap { $0.schema(at: count) }
        if let first = rest.first {
            result.further = .schema(first.schemas.all(rest))
        } else if all.contains(where: { if case .any = $0.further { true } else { false } }) {
            result.further = .any
        }
        return result
    }
}

extension TypePlanner {
    /// The struct of an array with a type for each place. Its properties are the elements.
    func tupleType(_ tuple: TupleShape, in declaration: Declaration) -> ObjectType {
        let rest = tuple.elements.isEmpty ? "elements" : "furtherElements"
        let titles = tuple.elements.enumerated().map { index, schema in
            schema.title.flatMap { $0.count < 50 ? $0 : nil } ?? "element \(index)"
        }
        let names = uniqueNames(titles, reserved: [rest]) { SwiftName.member($0) }
        let properties = tuple.elements.indices.map { index in
            let schema = tuple.elements[index]
            let type = type(of: schema, at: Place(parent: declaration, name: SwiftName.type(titles[index])))
            let property = Property("\(index)", names[index], type, isRequired: index < tuple.minimum)
            property.documentation = Documentation.lines(of: schema, named: titles[index])
            property.isDeprecated = schema.isDeprecated
            property.constant = constant(of: schema, type.unwrapped)
            return property
        }
        var result = ObjectType(properties: properties)
        result.additionalName = rest
        switch tuple.further {
        case .ignored: break
        case .any: result.additional = .json
        case .schema(let schema):
            result.additional = type(of: schema, at: Place(parent: declaration, name: "Element"))
        }
        return result
    }
}
