/// The value by which a discriminator names an object.
struct DiscriminatorValue {
    let property: String
    /// The text; nil if several values name the object, or all those that name no other one.
    let text: String?
    /// Whether the document gives the value. Otherwise, it is the name of the schema.
    let isMapped: Bool
    /// The schema of the property, where the object doesn't describe it.
    let schema: Schema
}

/// The meaning of the discriminators of a document: which schemas extend a base, and by which value each schema is named
/// (OpenAPI 3.1.1, section 4.8.25).
final class Discriminators {
    /// The schemas that extend a base, directly or through others, by the base.
    private var children: [ObjectIdentifier: [(name: String, schema: Schema)]] = [:]
    /// The bases, by the values of the document that have their discriminators.
    private var names: [ObjectIdentifier: String] = [:]
    private var values: [ObjectIdentifier: [DiscriminatorValue]] = [:]
    /// The bases that the discriminators of others name.
    private var namedBases: Set<ObjectIdentifier> = []

    init(_ document: APIDocument) {
        for (name, schema) in document.schemas { names[ObjectIdentifier(schema.node)] = name }
        // The schemas to which each discriminator leads.
        var targets: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
        for (name, schema) in document.schemas {
            for base in Self.bases(of: schema, &targets) {
                children[ObjectIdentifier(base), default: []].append((schema.valueOfDiscriminator ?? name, schema))
            }
        }
        let bases = document.schemas.map(\.schema.target).distinct.filter { isBase($0) }
        for base in bases {
            for (_, schema) in Self.discriminator(of: base)?.mapping ?? [] where schema.target !== base {
                namedBases.insert(ObjectIdentifier(schema.target))
            }
        }
        for base in bases {
            guard let discriminator = Self.discriminator(of: base) else { continue }
            add(discriminator, variants(of: base, discriminator))
        }
        var files = UnionSearch(document)
        for (discriminator, variants) in files.unions() { add(discriminator, variants) }
    }

    /// The union of the schemas that extend a base; nil for another schema.
    func union(of schema: Schema) -> Shape? {
        guard schema.part == .all, schema.oneOf.isEmpty, schema.anyOf.isEmpty, isBase(schema),
            let discriminator = Self.discriminator(of: schema)
        else { return nil }
        let variants = variants(of: schema, discriminator).map { name, schema in
            // The discriminator of a base between the two can name it.
            let value = values(of: schema).first { $0.property == discriminator.property && $0.isMapped }
            return (name: value?.text ?? name, schema: schema)
        }
        return .union(variants.map(\.schema), discriminator.naming(variants))
    }

    /// Whether others extend a schema, so that they have its properties.
    func isBase(_ schema: Schema) -> Bool { children[ObjectIdentifier(schema)] != nil }

    /// Whether a discriminator leads to a schema, by a value or for all other values, so that it is a type of its own.
    func leads(to schema: Schema) -> Bool {
        schema.isWhole && values[ObjectIdentifier(schema.node)] != nil
    }

    /// The values that discriminators have for a schema, one for each property.
    func values(of schema: Schema) -> [DiscriminatorValue] {
        (values[ObjectIdentifier(schema.node)] ?? []).grouped(by: \.property).map { property, all in
            let mapped = all.filter(\.isMapped)
            let values = mapped.isEmpty ? all : mapped
            let texts = Set(values.compactMap(\.text))
            return DiscriminatorValue(
                property: property,
                text: texts.count == 1 ? texts.first : nil,
                isMapped: !mapped.isEmpty,
                schema: values[0].schema
            )
        }
    }

    // MARK: Bases

    /// The variants of a base: those that extend it, and the base itself if a value of its discriminator or of another one names it.
    private func variants(of base: Schema, _ discriminator: Schema.Discriminator) -> [(name: String, schema: Schema)] {
        var variants = children[ObjectIdentifier(base)] ?? []
        let isMapped = discriminator.schemas.contains { $0.target === base }
        if isMapped || discriminator.mapping.isEmpty || namedBases.contains(ObjectIdentifier(base)) {
            let name = base.valueOfDiscriminator ?? names[ObjectIdentifier(base.node)] ?? base.node.key
            variants.append((name, base.alone))
        }
        return variants
    }

    /// The schemas with discriminators to which `allOf` leads.
    private static func bases(
        of schema: Schema,
        _ targets: inout [ObjectIdentifier: Set<ObjectIdentifier>]
    ) -> [Schema] {
        var bases: [Schema] = []
        var known: Set<ObjectIdentifier> = [ObjectIdentifier(schema)]
        let conjuncts = schema.conjuncts
        var stack = Array((conjuncts.first === schema ? [] : conjuncts).reversed())
        // A name for another schema is no schema that extends it.
        if conjuncts.count == 1, schema.isReference { return [] }
        while let part = stack.popLast(), known.count < ShapeReader.maximumDepth {
            let part = part.target
            guard known.insert(ObjectIdentifier(part)).inserted else { continue }
            if part.isWhole, part.oneOf.isEmpty, part.anyOf.isEmpty, let discriminator = discriminator(of: part),
                conjuncts.count > 1 || names(discriminator, of: part, schema, &targets)
            {
                bases.append(part)
            }
            let inner = part.conjuncts
            if inner.first !== part { stack += inner.reversed() }
        }
        return bases
    }

    /// Whether a discriminator can name a schema that adds nothing to its base, and that may be another word for it.
    private static func names(
        _ discriminator: Schema.Discriminator,
        of base: Schema,
        _ schema: Schema,
        _ targets: inout [ObjectIdentifier: Set<ObjectIdentifier>]
    ) -> Bool {
        if discriminator.mapping.isEmpty { return !schema.saysNullable }
        let id = ObjectIdentifier(base)
        let all = targets[id] ?? Set(discriminator.schemas.map { ObjectIdentifier($0.target) })
        targets[id] = all
        return all.contains(ObjectIdentifier(schema))
    }

    /// The discriminator of a schema, or of a part of it without a name.
    private static func discriminator(of schema: Schema) -> Schema.Discriminator? {
        if let discriminator = schema.discriminator { return discriminator }
        return schema.allOf.lazy.filter { !$0.isReference }.compactMap(\.discriminator).first
    }

    func add(_ discriminator: Schema.Discriminator, _ variants: [(name: String, schema: Schema)]) {
        func add(_ text: String?, to schema: Schema, isMapped: Bool) {
            let (property, schemaOfText) = (discriminator.property, discriminator.schema)
            values[ObjectIdentifier(schema.target.node), default: []].append(
                DiscriminatorValue(property: property, text: text, isMapped: isMapped, schema: schemaOfText)
            )
        }
        for (text, schema) in discriminator.mapping { add(text, to: schema, isMapped: true) }
        let mapped = Set(discriminator.mapping.map { ObjectIdentifier($0.schema.target.node) })
        let fallback = discriminator.fallback?.target.node
        // The variant of other values has no value as its default.
        if let schema = discriminator.fallback { add(nil, to: schema, isMapped: false) }
        for (name, schema) in variants where schema.target.node !== fallback {
            let isGiven = schema.target.valueOfDiscriminator != nil
            add(name, to: schema, isMapped: isGiven && !mapped.contains(ObjectIdentifier(schema.target.node)))
        }
    }
}

extension Schema.Discriminator {
    /// The schemas to which the document leads, by a value or for all other values.
    fileprivate var schemas: [Schema] { mapping.map(\.schema) + (fallback.map { [$0] } ?? []) }

    /// The discriminator with the names of schemas as values, where the document maps no other.
    fileprivate func naming(_ schemas: [(name: String, schema: Schema)]) -> Schema.Discriminator {
        var discriminator = self
        // The base itself has another identity as one of its variants.
        let variants = Dictionary(schemas.map { (ObjectIdentifier($0.schema.node), $0.schema) }) { first, _ in first }
        func variant(_ schema: Schema) -> Schema { variants[ObjectIdentifier(schema.target.node)] ?? schema }
        discriminator.mapping = mapping.map { ($0.value, variant($0.schema)) }
        discriminator.fallback = fallback.map { variant($0) }
        var named = Set(discriminator.mapping.map { ObjectIdentifier($0.schema) })
        for (name, schema) in schemas where named.insert(ObjectIdentifier(schema)).inserted {
            discriminator.mapping.append((name, schema))
        }
        return discriminator
    }
}

private struct UnionSearch {
    private let schemas: Schemas?
    private var roots: [Node] = []
    private var known: Set<ObjectIdentifier> = []

    init(_ document: APIDocument) {
        schemas = document.allSchemas
        add(document.root)
        for (_, schema) in document.schemas { add(schema.target.node.file.root) }
    }

    private mutating func add(_ root: Node?) {
        if let root, known.insert(ObjectIdentifier(root)).inserted { roots.append(root) }
    }

    /// The discriminators with the variants that have names, in the files of the named schemas, and in those of their variants.
    mutating func unions() -> [(Schema.Discriminator, [(name: String, schema: Schema)])] {
        var result: [(Schema.Discriminator, [(name: String, schema: Schema)])] = []
        var position = 0
        while position < roots.count {
            var stack = [roots[position]]
            position += 1
            while let node = stack.popLast() {
                if node.child("discriminator") != nil, node.child("oneOf") ?? node.child("anyOf") != nil,
                    let schema = schemas?.schema(node), let discriminator = schema.discriminator
                {
                    let variants = (schema.oneOf + schema.anyOf).filter { $0.isReference && $0.conjuncts.count == 1 }
                    let named = variants.compactMap { variant in variant.impliedName.map { ($0, variant.target) } }
                    result.append((discriminator, named))
                    for schema in variants.map(\.target) + discriminator.mapping.map(\.schema) {
                        add(schema.node.file.root)
                    }
                }
                stack += node.schemaChildren.reversed()
            }
        }
        return result
    }
}
