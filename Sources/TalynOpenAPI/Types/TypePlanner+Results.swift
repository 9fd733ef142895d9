extension TypePlanner {
    /// Whether two schemas have one type, apart from their annotations.
    func isSame(_ one: Schema, _ other: Schema) -> Bool {
        let (shape, _, owner) = shapes.resolved(one)
        let (otherShape, _, otherOwner) = shapes.resolved(other)
        if owner === otherOwner || one === other { return true }
        if shape.isScalar, otherShape.isScalar {
            let place = Place(name: "")
            let (type, otherType) = (self.type(shape, owner, at: place), self.type(otherShape, otherOwner, at: place))
            return type.swift() == otherType.swift() && type.coded() == otherType.coded()
        }
        return one.isWhole && other.isWhole && isSameForm(one.node, other.node)
    }

    /// A union whose variants the statuses of responses tell apart, with a case for each status.
    func union(ofStatuses results: [(status: String, schema: Schema)], named name: String) -> TypeUse {
        let declaration = Declaration(topLevelName(name), in: nil, documentation: ["The results by their status."])
        add(declaration)
        declaration.kind = .union(UnionType(cases: []))
        var names = NameScope(["other", "unionForms"])
        var union = UnionType(cases: [])
        for (index, result) in results.enumerated() {
            let name = names.unique(StatusName.name(of: result.status))
            let place = Place(parent: declaration, name: SwiftName.type(name))
            let type = type(of: result.schema, at: place).unwrapped
            union.cases.append(UnionType.Case(name: name, type: type, forms: forms(of: result.schema)))
            union.statuses.append((result.status, index))
        }
        declaration.kind = .union(union)
        let type = TypeUse.named(declaration)
        return results.contains { shapes.resolved($0.schema).isNullable } ? .optional(type) : type
    }

    /// A union of schemas that no schema of the document joins.
    func union(of schemas: [Schema], named name: String) -> TypeUse {
        let isNullable = schemas.contains { shapes.resolved($0).isNullable }
        let type: TypeUse
        if let shape = shapes.joined(schemas) {
            type = self.type(shape, schemas[0], at: Place(name: name))
        } else {
            let declaration = Declaration(topLevelName(name), in: nil, documentation: ["One of several results."])
            add(declaration)
            declaration.kind = .union(UnionType(cases: []))
            declaration.kind = .union(unionType(schemas, nil, in: declaration))
            type = .named(declaration)
        }
        return isNullable ? .optional(type) : type
    }

    /// A type for the fields of a multipart body.
    func multipart(_ name: String, documentation: [String]) -> Declaration {
        let declaration = Declaration(topLevelName(name), in: nil, documentation: documentation)
        add(declaration)
        return declaration
    }
}
