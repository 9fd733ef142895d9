extension TypePlanner {
    /// Whether two schemas have one type, apart from their annotations.
    func isSame(_ one: Schema, _ other: Schema) -> Bool {
        let (found, others) = (shapes.resolve(one), shapes.resolve(other))
        if found.schema === others.schema || one === other { return true }
        if found.shape.isScalar, others.shape.isScalar {
            let types = [found, others].map { type($0.shape, $0.schema, at: Place(name: "")) }
            return types[0].swift() == types[1].swift() && types[0].coded() == types[1].coded()
        }
        return one.isWhole && other.isWhole && isSameForm(one.node, other.node)
    }

    /// A union whose variants the statuses of responses tell apart, with a case for each status.
    func union(ofStatuses results: [(status: String, schema: Schema)], named name: String) -> TypeUse {
        let union = declareUnion(name, "The results by their status.") { declaration in
            var names = NameScope(["other", "unionForms"])
            var union = UnionType(cases: [])
            for (index, result) in results.enumerated() {
                let name = names.unique(StatusName.name(of: result.status))
                let place = Place(parent: declaration, name: SwiftName.type(name))
                let type = type(of: result.schema, at: place).unwrapped
                union.cases.append(UnionType.Case(name: name, type: type, forms: forms(of: result.schema)))
                union.statuses.append((result.status, index))
            }
            return union
        }
        return union.optional(if: results.contains { shapes.resolve($0.schema).isNullable })
    }

    /// A union of schemas that no schema of the document joins.
    func union(of schemas: [Schema], named name: String) -> TypeUse {
        let type =
            shapes.joined(schemas).map { self.type($0, schemas[0], at: Place(name: name)) }
            ?? declareUnion(name, "One of several results.") { unionType(schemas, nil, in: $0) }
        return type.optional(if: schemas.contains { shapes.resolve($0).isNullable })
    }

    /// Declares a union before its variants, which can contain it.
    private func declareUnion(_ name: String, _ documentation: String, _ make: (Declaration) -> UnionType) -> TypeUse {
        let declaration = topLevelDeclaration(name, documentation: [documentation])
        declaration.kind = .union(UnionType(cases: []))
        declaration.kind = .union(make(declaration))
        return .named(declaration)
    }

    /// A type that no schema of the document has.
    func topLevelDeclaration(_ name: String, documentation: [String]) -> Declaration {
        let declaration = Declaration(topLevelName(name), in: nil, documentation: documentation)
        add(declaration)
        return declaration
    }
}
