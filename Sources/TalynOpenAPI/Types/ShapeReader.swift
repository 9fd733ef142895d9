/// Decides the shape of each schema.
final class ShapeReader {
    private let diagnostics: Diagnostics
    /// The schemas that name a base in `allOf`, by the base.
    private var children: [ObjectIdentifier: [(name: String, schema: Schema)]] = [:]
    private var known: [ObjectIdentifier: NullableShape] = [:]
    /// The schemas whose shapes are being decided.
    private var pending: Set<ObjectIdentifier> = []
    private var ends: [ObjectIdentifier: (shape: Shape, isNullable: Bool, schema: Schema)] = [:]
    private var depth = 0
    /// The number of schemas that may consist of each other.
    private static let maximumDepth = 100
    /// The number of schemas that one object may consist of, with those of all its variants.
    private static let maximumCount = 10_000

    init(_ document: APIDocument, _ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
        for (name, schema) in document.schemas {
            for part in schema.allOf {
                guard let base = part.referenced, base !== schema, base.discriminator != nil else { continue }
                children[ObjectIdentifier(base), default: []].append((name, schema))
            }
        }
    }

    /// The shape of a schema, after all schemas that it is the same as.
    ///
    /// - Returns: The shape, whether `null` is allowed, and the schema that has the shape itself.
    func resolved(_ schema: Schema) -> (shape: Shape, isNullable: Bool, schema: Schema) {
        var passed: [(id: ObjectIdentifier, isNullable: Bool)] = []
        var visited: Set<ObjectIdentifier> = []
        var current = schema
        var isFinal = true
        var end: (shape: Shape, isNullable: Bool, schema: Schema)
        while true {
            let id = ObjectIdentifier(current)
            if let known = ends[id] {
                end = known
                break
            }
            let found = shape(of: current)
            isFinal = isFinal && known[id] != nil && !pending.contains(id)
            end = (found.shape, found.isNullable, current)
            guard case .same(let other) = found.shape else {
                passed.append((id, false))
                break
            }
            guard visited.insert(id).inserted else {
                end.shape = .json
                isFinal = false
                break
            }
            passed.append((id, found.isNullable))
            current = other
        }
        // Each schema of a chain of references ends where the next one does.
        for (id, isNullable) in passed.reversed() {
            end.isNullable = end.isNullable || isNullable
            if isFinal { ends[id] = end }
        }
        return end
    }

    func shape(of schema: Schema) -> NullableShape {
        if let shape = known[ObjectIdentifier(schema)] { return shape }
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.maximumDepth else { return NullableShape(shape: .json) }
        // A schema that needs its own shape can be anything.
        known[ObjectIdentifier(schema)] = NullableShape(shape: .json)
        pending.insert(ObjectIdentifier(schema))
        defer { pending.remove(ObjectIdentifier(schema)) }
        var shape = makeShape(of: schema)
        if schema.allowsNull { shape.isNullable = true }
        known[ObjectIdentifier(schema)] = shape
        return shape
    }

    private func makeShape(of schema: Schema) -> NullableShape {
        if schema.isReference, !schema.hasStructureBesideReference {
            return NullableShape(shape: schema.referenced.map { .same($0) } ?? .json)
        }
        let union = schema.oneOf.isEmpty ? schema.anyOf : schema.oneOf
        let variants = union.filter { !$0.isNull && !$0.isRestriction }
        let hasOwnObject = !schema.properties.isEmpty
        if schema.isReference || !schema.allOf.isEmpty { return combined(schema, variants) }
        if !variants.isEmpty, !hasOwnObject {
            var shape = self.union(schema, variants)
            if variants.count < union.count, union.contains(where: \.isNull) { shape.isNullable = true }
            return shape
        }
        if let discriminator = schema.discriminator, let children = children[ObjectIdentifier(schema)] {
            return NullableShape(shape: .union(children.map(\.schema), discriminator.naming(children)))
        }
        return NullableShape(shape: plain(schema, variants))
    }

    // MARK: One type

    private func plain(_ schema: Schema, _ variants: [Schema]) -> Shape {
        if let values = schema.values, let shape = enumeration(values, of: schema) { return shape }
        let types = schema.types
        if types.count > 1 {
            if Set(types) == ["integer", "number"] { return .double }
            return .union(types.map { schema.with(type: $0) }, nil)
        }
        switch types.first ?? inferredType(of: schema) {
        case "string": return text(schema)
        case "integer":
            switch schema.format {
            case "unix-time", "unixtime", "timestamp", "epoch": return .unixDate
            case "int64", "uint64", "int-64", "long": return .int64
            default: return .int
            }
        case "number": return .double
        case "boolean": return .bool
        case "array": return .array(schema.items)
        case "file": return .binary
        case "object":
            let object = flattened(schema)
            guard object.properties.isEmpty else { return .object(object) }
            switch object.additional {
            case .schema(let values): return .map(values)
            case .any: return .map(nil)
            case .ignored:
                if case .allowed(false) = schema.additional { return .object(object) }
                return .map(nil)
            }
        default: return .json
        }
    }

    private func text(_ schema: Schema) -> Shape {
        switch schema.format {
        case "date-time": .date
        case "date": .day
        case "binary": .binary
        case "int64": .string
        default: .string
        }
    }

    private func inferredType(of schema: Schema) -> String? {
        let node = schema.node
        if ["properties", "additionalProperties", "patternProperties"].contains(where: { node[$0] != nil }) {
            return "object"
        }
        if node["items"] != nil || node["prefixItems"] != nil { return "array" }
        if !schema.required.isEmpty { return "object" }
        switch schema.format {
        case "date-time", "date", "uri", "uuid", "email", "binary", "byte", "hostname", "password": return "string"
        case "int32", "int64": return "integer"
        case "float", "double": return "number"
        default: return nil
        }
    }

    /// The shape of a schema with known values; nil if they have several types.
    private func enumeration(_ values: [Node], of schema: Schema) -> Shape? {
        let values = values.filter { !$0.isNull }
        guard let first = values.first else { return nil }
        if values.allSatisfy({ $0.bool != nil }) { return .bool }
        if schema.types.count > 1 { return nil }
        // YAML has `1.0` and `yes` without quotation marks where texts are meant.
        let isText = schema.types.first == "string" || values.contains { $0.text != nil }
        let isInteger = values.allSatisfy { $0.integer != nil } && schema.types.first != "number"
        guard isText && values.allSatisfy({ $0.scalarText != nil }) || isInteger else {
            return first.integer != nil || values.allSatisfy { Double($0.scalarText ?? "") != nil } ? .double : .json
        }
        if schema.types.isEmpty, isText, !values.allSatisfy({ $0.text != nil }) { return .json }
        let names = (schema.node["x-enum-varnames"] ?? schema.node["x-enumNames"] ?? schema.node["x-enum-names"])?
            .elements
        let texts = (schema.node["x-enum-descriptions"] ?? schema.node["x-enumDescriptions"])?.elements
        var known: Set<String> = []
        let cases = values.indices.compactMap { index -> EnumShape.Case? in
            let value = isText ? values[index].scalarText ?? "" : String(values[index].integer ?? 0)
            guard known.insert(value).inserted else { return nil }
            let name = names.flatMap { index < $0.count ? $0[index].scalarText : nil }
            let text = texts.flatMap { index < $0.count ? $0[index].text : nil }
            return EnumShape.Case(
                value: value,
                name: name ?? (schema.hasConstant ? schema.title : nil) ?? value,
                description: text ?? (schema.hasConstant ? schema.description : nil)
            )
        }
        return .enumeration(EnumShape(isText: isText, cases: cases))
    }

    // MARK: Several schemas

    /// A schema with `allOf`, or with more beside a reference.
    private func combined(_ schema: Schema, _ variants: [Schema]) -> NullableShape {
        var parts = schema.allOf.filter(\.hasStructure)
        if let referenced = schema.referenced { parts.insert(referenced, at: 0) }
        let hasOwn = !schema.properties.isEmpty || !variants.isEmpty
        let objects = parts.filter { isObject($0) }
        // An object without properties says nothing beside another one.
        let relevant = objects.count > 1 ? objects.filter { !isEmptyObject($0) } : objects
        if !objects.isEmpty || !schema.properties.isEmpty {
            if relevant.count == 1, !hasOwn { return NullableShape(shape: .same(relevant[0])) }
            let object = flattened(schema)
            if object.properties.isEmpty {
                if case .schema(let values) = object.additional { return NullableShape(shape: .map(values)) }
                return NullableShape(shape: .map(nil))
            }
            return NullableShape(shape: .object(object))
        }
        if parts.isEmpty {
            return variants.isEmpty ? NullableShape(shape: plain(schema, variants)) : union(schema, variants)
        }
        // The schema's own values are some of those of its parts.
        if let values = schema.values, let shape = enumeration(values, of: schema) {
            return NullableShape(shape: shape)
        }
        // The most precise of several schemas for texts or numbers.
        let best = parts.max { rank($0) < rank($1) }
        return NullableShape(shape: best.map { .same($0) } ?? .json)
    }

    private func rank(_ schema: Schema) -> Int {
        switch resolved(schema).shape {
        case .json: 0
        case .string, .double, .int: 1
        case .enumeration(let shape): shape.cases.count == 1 ? 5 : 4
        default: 3
        }
    }

    /// Whether a schema is the base of others, whose properties its children have.
    private func isBase(_ schema: Schema) -> Bool {
        let base = schema.referenced ?? schema
        return children[ObjectIdentifier(base)] != nil && base.oneOf.isEmpty && base.anyOf.isEmpty
    }

    private func isEmptyObject(_ schema: Schema) -> Bool {
        if isBase(schema) { return false }
        if case .map(nil) = resolved(schema).shape { return true }
        return false
    }

    /// Whether a schema describes objects, so that its properties can be joined with others.
    private func isObject(_ schema: Schema) -> Bool {
        if isBase(schema) { return true }
        return switch resolved(schema).shape {
        case .object, .map: true
        case .union(let variants, _): variants.allSatisfy { isPlainObject($0) }
        default: false
        }
    }

    private func isPlainObject(_ schema: Schema) -> Bool {
        switch resolved(schema).shape {
        case .object, .map: true
        default: false
        }
    }

    /// The object with the properties of all its parts.
    func flattened(_ schema: Schema) -> ObjectShape {
        var parts = Parts()
        var visited: Set<ObjectIdentifier> = []
        var count = 0
        collect(schema, into: &parts, &visited, &count)
        if count >= Self.maximumCount {
            diagnostics.note(
                schema.node,
                "The schema consists of more than \(Self.maximumCount) others. The rest is left out."
            )
        }
        var object = parts.object
        object.require(parts.required)
        let missing = parts.required.subtracting(object.properties.map(\.name))
        if !object.properties.isEmpty, !missing.isEmpty, case .ignored = object.additional { object.additional = .any }
        return object
    }

    /// An object that is being collected from the schemas of which it consists.
    private struct Parts {
        var object = ObjectShape()
        var required: Set<String> = []
        /// The schemas that are part of the object already.
        var added: Set<ObjectIdentifier> = []
    }

    /// Adds a schema to an object.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - parts: The object.
    ///   - visited: The schemas around this one, in which it can contain itself.
    ///   - count: The number of schemas for the object and all its variants. Variants can share variants, so it can be large.
    private func collect(
        _ schema: Schema,
        into parts: inout Parts,
        _ visited: inout Set<ObjectIdentifier>,
        _ count: inout Int
    ) {
        guard count < Self.maximumCount, visited.count < Self.maximumDepth,
            parts.added.insert(ObjectIdentifier(schema)).inserted,
            visited.insert(ObjectIdentifier(schema)).inserted
        else { return }
        count += 1
        defer { visited.remove(ObjectIdentifier(schema)) }
        if let referenced = schema.referenced { collect(referenced, into: &parts, &visited, &count) }
        for part in schema.allOf { collect(part, into: &parts, &visited, &count) }
        for (name, property) in schema.properties { parts.object.add(name, property) }
        parts.required.formUnion(schema.required)
        switch schema.additional {
        case .allowed(true): parts.object.additional = .any
        case .schema(let values): parts.object.additional = .schema(values)
        case .allowed(false), .unspecified: break
        }
        for union in [schema.oneOf, schema.anyOf] {
            let variants = union.filter { $0.hasStructure && !$0.isNull }.map { variant in
                var parts = Parts()
                collect(variant, into: &parts, &visited, &count)
                parts.object.require(parts.required)
                return parts.object
            }
            // Variants that only require names of the object add nothing.
            if !variants.isEmpty { parts.object.add(variants: variants) }
        }
    }

    /// The shape of a schema that allows one or several others.
    private func union(_ schema: Schema, _ all: [Schema]) -> NullableShape {
        var variants: [Schema] = []
        var owners: Set<ObjectIdentifier> = []
        var isNullable = false
        func add(_ variant: Schema, depth: Int) {
            let inner = shape(of: variant)
            // A union that contains itself has no more values by that.
            if resolved(variant).schema === schema { return }
            if inner.isNullable { isNullable = true }
            // A union without a name of its own is a part of this one.
            if depth < 20, !variant.isReference, case .union(let others, nil) = inner.shape {
                for other in others { add(other, depth: depth + 1) }
            } else if owners.insert(ObjectIdentifier(resolved(variant).schema)).inserted {
                variants.append(variant)
            }
        }
        for variant in all { add(variant, depth: 0) }
        if variants.isEmpty { return NullableShape(shape: .json, isNullable: isNullable) }
        if variants.count == 1 { return NullableShape(shape: .same(variants[0]), isNullable: isNullable) }
        return NullableShape(shape: joined(variants) ?? .union(variants, schema.discriminator), isNullable: isNullable)
    }

    /// One shape for all variants, if there is one: an enum of all values, or the wider type.
    func joined(_ variants: [Schema]) -> Shape? {
        let shapes = variants.map { resolved($0).shape }
        if let first = shapes.first, shapes.allSatisfy({ $0.isSameScalar(as: first) }) { return first }
        if shapes.allSatisfy(\.isText) { return .string }
        var result: EnumShape?
        for shape in shapes {
            switch shape {
            case .enumeration(let shape):
                guard result.map({ $0.isText == shape.isText }) ?? true else { return nil }
                if result == nil { result = shape } else { result?.add(shape) }
            // An open enum has all other texts.
            case .string where shapes.contains(where: \.isTextEnum): break
            case .int where shapes.contains(where: \.isIntegerEnum): break
            case .int, .int64, .double:
                guard shapes.allSatisfy(\.isNumber) else { return nil }
                return shapes.contains { $0.isSameScalar(as: .double) } ? .double : .int64
            default: return nil
            }
        }
        return result.map { .enumeration($0) }
    }
}

extension Shape {
    fileprivate var isTextEnum: Bool { if case .enumeration(let shape) = self { shape.isText } else { false } }
    fileprivate var isIntegerEnum: Bool { if case .enumeration(let shape) = self { !shape.isText } else { false } }

    fileprivate var isText: Bool {
        switch self {
        case .string, .date, .day: true
        default: false
        }
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .int, .int64, .double: true
        default: false
        }
    }

    fileprivate func isSameScalar(as other: Shape) -> Bool {
        switch (self, other) {
        case (.json, .json), (.string, .string), (.int, .int), (.int64, .int64), (.double, .double), (.bool, .bool),
            (.date, .date), (.day, .day), (.unixDate, .unixDate), (.binary, .binary):
            true
        default: false
        }
    }
}

extension Schema.Discriminator {
    /// The discriminator with the names of schemas as values, where the document maps no other.
    fileprivate func naming(_ schemas: [(name: String, schema: Schema)]) -> Schema.Discriminator {
        let mapped = schemas.filter { child in !mapping.contains { $0.schema === child.schema } }
        return Schema.Discriminator(property: property, mapping: mapping + mapped.map { ($0.name, $0.schema) })
    }
}
