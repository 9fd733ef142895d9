extension ShapeReader {
    /// The shape of the values that several schemas allow at the same time.
    ///
    /// Each schema says something of the values, and all of it holds (JSON Schema 2020-12, section 10.2.1.1), whatever the order:
    /// objects have the properties of all, elements of an array fit all, and texts and numbers have the most precise type.
    func intersection(of conjuncts: [Schema], for schema: Schema) -> NullableShape {
        var null = Nullability.unsaid
        var objects: [Schema] = []
        var arrays: [Schema] = []
        var unions: [Schema] = []
        var scalars: [Schema] = []
        var known: Set<ObjectIdentifier> = []
        for part in conjuncts.flatMap({ withoutUnion(of: schema, $0) }) {
            let found = resolve(part)
            null = null.and(found.null)
            guard known.insert(ObjectIdentifier(found.schema)).inserted else { continue }
            switch found.shape {
            case .union where isTagged(part) && !discriminators.isBase(part.target): unions.append(part)
            case _ where isObject(part): objects.append(part)
            case .array, .tuple: arrays.append(part)
            case .union: unions.append(part)
            case .json, .same: break
            default: scalars.append(part)
            }
        }
        var result: Meeting
        if let union = unions.first {
            result = narrowed(union, by: Array(unions.dropFirst()) + objects + arrays + scalars, for: schema)
        } else {
            var meetings: [Meeting] = []
            if !objects.isEmpty { meetings.append(self.objects(objects, for: schema)) }
            if !arrays.isEmpty { meetings.append(self.arrays(arrays)) }
            if !scalars.isEmpty { meetings.append(self.scalars(scalars)) }
            // No value is a text and an object.
            result = meetings.count > 1 ? .contradiction(.json) : meetings.first ?? .shape(.json)
        }
        switch result {
        case .one(let part) where part.isPart(of: schema):
            // The schema's own keywords say all.
            var shape = self.shape(of: part)
            shape.null = null
            return shape
        case .one(let part): return NullableShape(shape: .same(part), null: null)
        case .shape(let shape): return NullableShape(shape: shape, null: null)
        case .contradiction(let shape): return NullableShape(shape: shape, null: null, isContradiction: true)
        }
    }

    /// The meeting of several schemas: the values that all of them allow.
    private enum Meeting {
        /// One of them says all.
        case one(Schema)
        case shape(Shape)
        /// Nothing. The shape has the values that a server may send in spite of the document.
        case contradiction(Shape)
    }

    // MARK: Objects

    /// Whether a schema describes objects, so that its properties can be joined with others.
    private func isObject(_ schema: Schema) -> Bool {
        if discriminators.isBase(schema.target) { return true }
        if case .union(let variants, _) = resolve(schema).shape { return variants.allSatisfy { isPlainObject($0) } }
        return isPlainObject(schema)
    }

    /// A part of a schema. If the part is a union of which the schema is a variant, only what stands beside the union counts.
    private func withoutUnion(of schema: Schema, _ part: Schema) -> [Schema] {
        let target = part.target
        guard variantNodes(of: target).contains(ObjectIdentifier(schema.node)) else { return [part] }
        return target.conjuncts.filter { $0 !== target && $0.part != .oneOf && $0.part != .anyOf }
    }

    /// The values of the document that are variants of a union. Each variant that extends its union asks for them.
    private func variantNodes(of union: Schema) -> Set<ObjectIdentifier> {
        let id = ObjectIdentifier(union)
        if let known = variantNodes[id] { return known }
        let nodes = Set((union.oneOf + union.anyOf).map { ObjectIdentifier($0.target.node) })
        variantNodes[id] = nodes
        return nodes
    }

    /// Whether each value of a union tells its variant: by a discriminator, or by a property with another constant in each variant.
    private func isTagged(_ schema: Schema) -> Bool {
        let union = resolve(schema)
        guard case .union(let variants, let discriminator) = union.shape else { return false }
        if discriminator != nil { return true }
        let id = ObjectIdentifier(union.schema)
        if let known = tagged[id] { return known }
        let before = uncertainCount
        let isTagged = areTagged(variants)
        if uncertainCount == before { tagged[id] = isTagged }
        return isTagged
    }

    private func areTagged(_ variants: [Schema]) -> Bool {
        let all = variants.map { constants(of: $0) }
        return all[0].contains { name, _ in
            let values = all.compactMap { $0[name] }
            return values.count == variants.count && Set(values).count == values.count
        }
    }

    /// The values of an object's properties that have only one value each.
    private func constants(of schema: Schema) -> [String: String] {
        guard case .object(let object) = resolve(schema).shape else { return [:] }
        let constants = object.properties.compactMap { property in constant(of: property).map { (property.name, $0) } }
        return Dictionary(constants) { first, _ in first }
    }

    /// The only value of a property; nil for one with several values or schemas.
    func constant(of property: ObjectShape.Property) -> String? {
        property.schemas.count == 1 ? constant(of: property.schemas[0]) : nil
    }

    /// The only value of a schema; nil for one with several values.
    func constant(of schema: Schema) -> String? {
        let found = resolve(schema)
        switch found.shape {
        case .enumeration(let shape): return shape.cases.count == 1 ? shape.cases[0].value : nil
        case .bool:
            let values = Set(found.schema.values?.compactMap { found.schema.value(of: $0).bool } ?? [])
            return values.count == 1 ? values.first.map { String($0) } : nil
        default: return nil
        }
    }

    private func isPlainObject(_ schema: Schema) -> Bool {
        switch resolve(schema).shape {
        case .object, .map: true
        default: false
        }
    }

    /// Whether a schema adds nothing to another one, and is a type of its own, since a discriminator names it.
    private func isChild(_ schema: Schema, of one: Schema) -> Bool {
        guard discriminators.leads(to: schema), !one.isPart(of: schema) else { return false }
        if discriminators.isBase(one.target) { return true }
        return if case .object = resolve(one).shape { true } else { false }
    }

    private func objects(_ schemas: [Schema], for schema: Schema) -> Meeting {
        // An object without properties says nothing beside another one.
        let relevant = schemas.filter { part in
            if case .map(nil) = resolve(part).shape { false } else { true }
        }
        if relevant.count < 2, let one = relevant.first ?? schemas.first, !isChild(schema, of: one) {
            var others = ObjectParts()
            for part in schemas where part !== one { others.add(part) }
            guard case .object(let object) = resolve(one).shape else {
                if !others.required.isEmpty, case .union = resolve(one).shape {
                    let names = others.required.sorted().joined(separator: "', '")
                    diagnostics.note(schema.node, "The variants don't know that '\(names)' must be there.")
                }
                return .one(one)
            }
            let isSame = others.required.allSatisfy { object.property($0)?.isRequired ?? false }
            if isSame { return .one(one) }
        }
        var parts = ObjectParts()
        for part in schemas { parts.add(part) }
        let object = self.object(of: parts, for: schema)
        guard object.properties.isEmpty else { return .shape(.object(object)) }
        if case .schema(let values) = object.additional { return .shape(.map(values)) }
        return .shape(.map(nil))
    }

    // MARK: Arrays and scalars

    private func arrays(_ schemas: [Schema]) -> Meeting {
        let typed = schemas.filter { if case .array(nil) = resolve($0).shape { false } else { true } }
        guard typed.count > 1 else { return .one(typed.first ?? schemas[0]) }
        let tuples = typed.compactMap { schema -> TupleShape? in
            switch resolve(schema).shape {
            case .tuple(let tuple): tuple
            case .array(let items?): TupleShape(further: .schema(items))
            default: nil
            }
        }
        if tuples.contains(where: { !$0.elements.isEmpty }) { return .shape(.tuple(.joining(tuples))) }
        let items = typed.compactMap { schema -> Schema? in
            if case .array(let items) = resolve(schema).shape { items } else { nil }
        }
        return .shape(.array(items[0].schemas.all(items)))
    }

    private func scalars(_ schemas: [Schema]) -> Meeting {
        var best = Meeting.one(schemas[0])
        var shape = resolve(schemas[0]).shape
        for schema in schemas.dropFirst() {
            let other = resolve(schema).shape
            switch shape.refined(by: other) {
            case .first?: break
            case .second?:
                best = .one(schema)
                shape = other
            case .other(let common)?:
                best = .shape(common)
                shape = common
            case nil:
                if shape.isTextual, other.isTextual { return .contradiction(.string) }
                return .contradiction(shape.isIntegerEnum && other.isIntegerEnum ? .int : .json)
            }
        }
        return best
    }

    // MARK: Unions

    /// The variants of a union that fit other schemas, too.
    private func narrowed(_ union: Schema, by others: [Schema], for schema: Schema) -> Meeting {
        guard !others.isEmpty, case .union(let variants, var discriminator) = resolve(union).shape else {
            return .one(union)
        }
        guard remainingVariants >= variants.count else {
            diagnostics.note(schema.node, "The unions have too many variants together. Only one union is used.")
            return .one(union)
        }
        remainingVariants -= variants.count
        var kept: [(owner: Schema, variant: Schema)] = []
        var excluded: Set<ObjectIdentifier> = []
        var isSame = true
        for variant in variants {
            let owner = resolve(variant).schema
            let both = owner.schemas.all([owner] + others)
            let found = resolve(both)
            if found.isContradiction {
                excluded.insert(ObjectIdentifier(owner))
                continue
            }
            let isWhole = found.schema === owner
            isSame = isSame && isWhole
            kept.append((owner, isWhole ? variant : both))
        }
        if kept.isEmpty { return .contradiction(.json) }
        if isSame, kept.count == variants.count { return .one(union) }
        if kept.count == 1 { return .one(kept[0].variant) }
        func narrowed(_ schema: Schema) -> Schema {
            let owner = resolve(schema).schema
            return kept.first { $0.owner === owner }?.variant ?? schema
        }
        let mapping = (discriminator?.mapping ?? []).filter {
            !excluded.contains(ObjectIdentifier(resolve($0.schema).schema))
        }.map { (value: $0.value, schema: narrowed($0.schema)) }
        let fallback = discriminator?.fallback.map { narrowed($0) }
        discriminator?.mapping = mapping
        discriminator?.fallback = fallback
        return .shape(self.union(schema, kept.map(\.variant), discriminator).shape)
    }
}
