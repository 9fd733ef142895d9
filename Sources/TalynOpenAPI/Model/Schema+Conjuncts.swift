extension Schema {
    func findConjuncts() -> [Schema] {
        switch part {
        case .own, .oneOf, .anyOf, .element: return [self]
        case .all, .alone, .none: break
        }
        let others = (referenced.map { [$0] } ?? []) + allOf.filter { $0.hasStructure || !$0.required.isEmpty }
        if case .none = part { return others }
        let own = schemas.part(.own, of: self)
        var views = own.hasStructure || !own.required.isEmpty ? [own] : []
        for (union, part) in [(oneOf, Part.oneOf), (anyOf, Part.anyOf)] where union.contains(where: \.isVariant) {
            views.append(schemas.part(part, of: self))
        }
        if others.isEmpty, views.count < 2, !isReference { return [self] }
        return others + views
    }

    /// Whether the schema is one of several forms in a union: it is neither `null` nor a restriction of the others.
    var isVariant: Bool { !isNull && !isRestriction }

    /// Whether the schema is a part of the keywords of another one.
    func isPart(of schema: Schema) -> Bool { node === schema.node && self !== schema && part != .all }

    /// The schema that the reference leads to, through references with nothing beside them.
    var target: Schema { schemas.target(of: self) }

    func with(type: String) -> Schema { schemas.variant(of: self, type: type) }

    /// The same schema without those that have it as their base.
    var alone: Schema { schemas.part(.alone, of: self) }
}
