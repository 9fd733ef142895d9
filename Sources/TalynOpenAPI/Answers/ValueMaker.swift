import TalynStubs
import _TalynSupport

/// Makes JSON values that a schema allows: from its examples, and else by a seed.
///
/// A value must fit several schemas at the same time, since an object can consist of parts.
final class ValueMaker {
    let checker: SchemaChecker
    var random: SeededRandom
    private let usesExamples: Bool
    /// The attempts that are left. Each nesting would multiply them.
    private var remaining = 3_000
    /// The values that can still be made. Nested arrays could be very large.
    private var size = 50_000
    /// The checks that can still be made. One check of a large value takes many.
    private var checks = 500_000

    static let maximumDepth = 12
    /// Below this depth, values have what they need alone.
    static let fullDepth = 4

    init(_ checker: SchemaChecker, _ random: SeededRandom, usesExamples: Bool = true) {
        self.checker = checker
        self.random = random
        self.usesExamples = usesExamples
    }

    /// A value for a response. If none is found that fits, the last one that was tried.
    func value(for schema: Schema) -> JSONNode { make([schema], depth: 0, name: "").value }

    /// Whether a value fits. After too many checks, each value counts as one that does.
    func fits(_ value: JSONNode, _ schemas: [Schema]) -> Bool {
        guard checks > 0 else { return true }
        let before = checker.count
        defer { checks -= checker.count - before }
        return schemas.allSatisfy { checker.faults(of: value, $0, .response).isEmpty }
    }

    func make(_ schemas: [Schema], depth: Int, name: String) -> (value: JSONNode, fits: Bool) {
        size -= 1
        guard depth <= Self.maximumDepth, size > 0 else { return (.null, fits(.null, schemas)) }
        // A list that goes on would never end.
        if Self.leadsToNextPage(name), fits(.null, schemas) { return (.null, true) }
        if usesExamples, let example = example(of: schemas) { return (example, true) }
        var last = JSONNode.null
        for attempt in 0..<8 {
            last = build(Parts(schemas, attempt, isDeep: depth >= Self.fullDepth, &random), attempt, depth, name)
            if fits(last, schemas) { return (last, true) }
            remaining -= 1
            if remaining <= 0 { break }
        }
        if fits(.null, schemas) { return (.null, true) }
        return (last, false)
    }

    private static func leadsToNextPage(_ name: String) -> Bool {
        let words = Words(name).list
        guard words.contains("next") else { return words.contains("cursor") }
        return words.count == 1
            || !Set(words).isDisjoint(with: ["page", "cursor", "token", "url", "uri", "link", "offset"])
    }

    /// The first example or default of a schema, or of the one that it refers to, that fits.
    private func example(of schemas: [Schema]) -> JSONNode? {
        for schema in schemas.flatMap(\.chain) {
            let node = schema.node
            let nodes = [node["example"]] + (node["examples"]?.elements ?? []) + [node["default"]]
            for case let node? in nodes where !node.isNull {
                for value in Self.readings(of: node, schema) where fits(value, schemas) { return value }
            }
        }
        return nil
    }

    /// A text without quotation marks is a number in YAML.
    private static func readings(of node: Node, _ schema: Schema) -> [JSONNode] {
        let value = JSONNode(node)
        guard value.text == nil, let text = node.scalarText, schema.kinds == ["string"] else { return [value] }
        return [value, .string(text)]
    }

    // MARK: Building

    /// The schemas that must hold together, with one of the variants of each union.
    struct Parts {
        var list: [Schema] = []
        /// The values of the properties that name variants.
        var discriminators: [String: JSONNode] = [:]

        init(_ schemas: [Schema], _ attempt: Int, isDeep: Bool, _ random: inout SeededRandom) {
            var known: Set<ObjectIdentifier> = []
            var stack = Array(schemas.reversed())
            while let schema = stack.popLast(), list.count < 500 {
                guard known.insert(ObjectIdentifier(schema)).inserted else { continue }
                list.append(schema)
                if let referenced = schema.referenced { stack.append(referenced) }
                stack += schema.allOf.reversed()
                for variants in [schema.anyOf, schema.oneOf] where !variants.isEmpty {
                    var variant = Self.choose(variants, attempt, isDeep: isDeep, &random)
                    defer { stack.append(variant) }
                    guard let discriminator = schema.discriminator, attempt < 4 else { continue }
                    var mapped = discriminator.mapping.first {
                        $0.schema === variant || $0.schema === variant.referenced
                    }
                    // A variant of the variant, which the mapping names.
                    let inner = mapped == nil ? variant.target.oneOf + variant.target.anyOf : []
                    let targets = inner.map { ObjectIdentifier($0.target) }
                    let found = discriminator.mapping.first { targets.contains(ObjectIdentifier($0.schema.target)) }
                    if let found { (mapped, variant) = (found, found.schema) }
                    if let name = mapped?.value ?? variant.impliedName {
                        discriminators[discriminator.property] = .string(name)
                    }
                }
            }
        }

        /// A variant. Null comes last, and what is nested comes last where values must be small.
        private static func choose(
            _ variants: [Schema],
            _ attempt: Int,
            isDeep: Bool,
            _ random: inout SeededRandom
        ) -> Schema {
            func cost(_ schema: Schema) -> Int {
                if schema.isNull { return 2 }
                return isDeep && !schema.kinds.isDisjoint(with: ["object", "array"]) ? 1 : 0
            }
            let costs = variants.map(cost)
            let least = costs.min() ?? 0
            let best = variants.indices.filter { costs[$0] == least }
            let order = best + variants.indices.filter { costs[$0] != least }.sorted { costs[$0] < costs[$1] }
            let start = random.number(in: 0...best.count - 1)
            guard attempt < best.count else { return variants[order[attempt % order.count]] }
            return variants[best[(start + attempt) % best.count]]
        }

        var types: [String] {
            var common: [String]?
            for types in list.map(\.types) where !types.isEmpty {
                guard let known = common else {
                    common = types
                    continue
                }
                let narrowed = known.contains("number") && types.contains("integer") ? ["integer"] : []
                common = known.filter { types.contains($0) || $0 == "integer" && types.contains("number") } + narrowed
            }
            if let common { return common }
            func has(_ keys: String...) -> Bool { list.contains { schema in keys.contains { schema.node[$0] != nil } } }
            if has("properties", "additionalProperties", "patternProperties", "required", "minProperties") {
                return ["object"]
            }
            if has("items", "prefixItems", "minItems") { return ["array"] }
            if has("minimum", "maximum", "multipleOf", "exclusiveMinimum") { return ["number"] }
            return ["string"]
        }

        func least(_ keyword: String) -> Double? { list.compactMap { $0.number(keyword) }.max() }
        func most(_ keyword: String) -> Double? { list.compactMap { $0.number(keyword) }.min() }

        /// The largest of some lengths or counts, in a range that a value can have.
        func least(_ keyword: String, upTo limit: Int) -> Int { Self.count(least(keyword) ?? 0, limit) }

        /// The smallest of some lengths or counts, in a range that a value can have.
        func most(_ keyword: String, upTo limit: Int) -> Int { Self.count(most(keyword) ?? .infinity, limit) }

        private static func count(_ number: Double, _ limit: Int) -> Int { Int(max(0, min(number, Double(limit)))) }

        var format: String? { list.lazy.compactMap(\.format).first }
    }

    private func build(_ parts: Parts, _ attempt: Int, _ depth: Int, _ name: String) -> JSONNode {
        if let values = parts.list.lazy.compactMap(\.values).first {
            // Without a type in the document, the values have their own.
            let types = parts.list.contains { !$0.types.isEmpty } ? parts.types : []
            let values = values.filter { !$0.isNull }
            guard !values.isEmpty else { return .null }
            let start = random.number(in: 0...values.count - 1)
            return JSONNode(Schema.value(of: values[(start + attempt) % values.count], types))
        }
        if parts.list.contains(where: \.isNull) { return .null }
        let types = parts.types.filter { $0 != "null" }
        guard !types.isEmpty else { return .null }
        switch types[attempt / 2 % types.count] {
        case "object": return object(parts, attempt, depth)
        case "array": return array(parts, attempt, depth, name)
        case "boolean":
            let isMore = name.lowercased().hasPrefix("has")
            return .bool(!isMore && random.number(in: 0...1) == 1)
        case "integer": return number(parts, attempt, isWhole: true)
        case "number": return number(parts, attempt, isWhole: parts.list.contains(where: \.hasIntegerFormat))
        default: return .string(text(parts, attempt))
        }
    }

    private func array(_ parts: Parts, _ attempt: Int, _ depth: Int, _ name: String) -> JSONNode {
        let first = parts.list.lazy.map(\.prefixItems).first { !$0.isEmpty } ?? []
        let minimum = parts.least("minItems", upTo: 1_000)
        let maximum = parts.most("maxItems", upTo: 1_000)
        let usual = depth < Self.fullDepth ? max(1, first.count) + (attempt == 0 ? random.number(in: 0...1) : 0) : 0
        let count = min(max(minimum, usual), max(maximum, minimum))
        let items = parts.list.compactMap { part -> Schema? in
            guard !part.prefixItems.isEmpty else { return part.items }
            return if case .schema(let schema) = part.furtherItems { schema } else { nil }
        }
        let isUnique = parts.list.contains { $0.node["uniqueItems"]?.bool == true }
        var elements: [JSONNode] = []
        var tries = 0
        while elements.count < count, tries < count + 20 {
            tries += 1
            let schemas = elements.count < first.count ? [first[elements.count]] : items
            let (element, fits) = make(schemas, depth: depth + 1, name: "")
            if isUnique, elements.contains(element) { continue }
            if !fits, elements.count >= minimum { continue }
            elements.append(element)
        }
        return .array(elements)
    }
}
