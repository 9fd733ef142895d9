/// A JSON schema of a document: of OpenAPI 3.0 and 3.1, of Swagger 2, or a parameter of Swagger 2, which is one, too.
///
/// A schema is read when it is asked for. One schema stands for one value of the document, so its identity is that of the
/// value.
final class Schema {
    let node: Node
    private let schemas: Schemas
    /// The types that the schema names, or one of them in place of several.
    private let ownTypes: [String]
    /// Schemas that must hold together, for a schema that no document has.
    private let synthetic: [Schema]?

    fileprivate init(_ node: Node, _ schemas: Schemas, types: [String]? = nil, allOf synthetic: [Schema]? = nil) {
        self.node = node
        self.schemas = schemas
        self.synthetic = synthetic
        ownTypes = types ?? Self.types(of: node)
    }

    private static func types(of node: Node) -> [String] {
        switch node["type"]?.value {
        case .string(let text): [text.lowercased()]
        case .array(let elements): elements.compactMap { $0.text?.lowercased() }
        default: []
        }
    }

    /// Whether the schema is all that its value in the document says.
    var isWhole: Bool { synthetic == nil && ownTypes == Self.types(of: node) }

    // MARK: Annotations

    var title: String? { node["title"]?.text }
    var description: String? { node["description"]?.text }
    var format: String? { node["format"]?.text }
    var isDeprecated: Bool { node["deprecated"]?.bool ?? false }
    var isReadOnly: Bool { flag("readOnly") }
    var isWriteOnly: Bool { flag("writeOnly") }
    var defaultValue: Node? { node["default"] }

    /// A flag of the schema, or of the one that it refers to.
    private func flag(_ name: String) -> Bool {
        var schema: Schema? = self
        // References can lead in a circle.
        for _ in 0..<20 {
            guard let current = schema else { return false }
            if let flag = current.node[name]?.bool { return flag }
            schema = current.referenced
        }
        return false
    }

    // MARK: Assertions

    /// The named types without `null`.
    var types: [String] { synthetic == nil ? ownTypes.filter { $0 != "null" } : [] }

    /// Whether `null` is allowed by the schema itself: by OpenAPI 3.0's `nullable`, by a type, or by the values.
    var allowsNull: Bool {
        guard synthetic == nil else { return false }
        return node["nullable"]?.bool == true || node["x-nullable"]?.bool == true || ownTypes.contains("null")
            || (values?.contains { $0.isNull } ?? false)
    }

    /// Whether `null` is the only value.
    var isNull: Bool {
        if !ownTypes.isEmpty { return ownTypes == ["null"] }
        if let values { return values.allSatisfy(\.isNull) && !values.isEmpty }
        return false
    }

    /// The values of `enum` or `const`.
    var values: [Node]? {
        guard synthetic == nil else { return nil }
        if let constant = node["const"] { return [constant] }
        return node["enum"]?.elements
    }

    var hasConstant: Bool { values?.count == 1 && values?.first?.isNull == false }

    var required: Set<String> {
        // Swagger 2 and drafts before 4 have a Boolean in parameters.
        synthetic == nil ? Set(node["required"]?.elements?.compactMap(\.text) ?? []) : []
    }

    private(set) lazy var properties: [(name: String, schema: Schema)] = {
        named("properties")
    }()

    /// The properties by their names.
    private(set) lazy var propertyIndex: [String: Schema] =
        Dictionary(properties.map { ($0.name, $0.schema) }) { first, _ in first }

    enum Additional {
        case unspecified
        case allowed(Bool)
        case schema(Schema)
    }

    private(set) lazy var additional: Additional = {
        guard synthetic == nil else { return .unspecified }
        if let patterns = node["patternProperties"]?.members?.list, !patterns.isEmpty {
            return patterns.count == 1
                ? schemas.schema(patterns[0].node).map { .schema($0) } ?? .allowed(true) : .allowed(true)
        }
        guard let additional = node["additionalProperties"] ?? node["unevaluatedProperties"] else {
            return .unspecified
        }
        switch additional.value {
        case .bool(let isAllowed): return .allowed(isAllowed)
        case .object(let members) where members.list.isEmpty: return .allowed(true)
        case .object: return schemas.schema(additional).map { .schema($0) } ?? .allowed(true)
        default: return .unspecified
        }
    }()

    private(set) lazy var items: Schema? = {
        guard synthetic == nil else { return nil }
        if node["prefixItems"] != nil { return nil }
        // An array of schemas is a tuple.
        guard let items = node["items"], items.elements == nil else { return nil }
        return schemas.schema(items)
    }()

    private(set) lazy var allOf: [Schema] = synthetic ?? list("allOf")
    private(set) lazy var anyOf: [Schema] = list("anyOf")
    private(set) lazy var oneOf: [Schema] = list("oneOf")

    /// The schemas of a keyword with an array of them.
    func list(_ name: String) -> [Schema] {
        guard synthetic == nil else { return [] }
        return node[name]?.elements?.compactMap { schemas.schema($0) } ?? []
    }

    /// The schema of a keyword with one.
    func keyword(_ name: String) -> Schema? {
        guard synthetic == nil, let node = node[name] else { return nil }
        switch node.value {
        case .object, .bool: return schemas.schema(node)
        default: return nil
        }
    }

    /// The schemas of a keyword with one for each name.
    func named(_ name: String) -> [(name: String, schema: Schema)] {
        guard synthetic == nil, let members = node[name]?.members else { return [] }
        return members.list.compactMap { name, node in schemas.schema(node).map { (name, $0) } }
    }

    /// The schema that `$ref` leads to. A reference that leads nowhere is reported, and stands for any value.
    private(set) lazy var referenced: Schema? = {
        guard synthetic == nil else { return nil }
        if node["$recursiveRef"] != nil {
            return node.ancestor { $0["$recursiveAnchor"]?.bool == true }.flatMap { schemas.schema($0) }
        }
        guard let reference = (node["$ref"] ?? node["$dynamicRef"])?.text else { return nil }
        return schemas.files.target(of: reference, from: node, followsReferences: false).flatMap { schemas.schema($0) }
    }()

    var isReference: Bool {
        synthetic == nil && (node["$ref"] ?? node["$dynamicRef"] ?? node["$recursiveRef"])?.text != nil
    }

    struct Discriminator {
        let property: String
        /// The schemas of values, as the document maps them.
        let mapping: [(value: String, schema: Schema)]
    }

    private(set) lazy var discriminator: Discriminator? = {
        guard synthetic == nil, let discriminator = node["discriminator"] else { return nil }
        // Swagger 2 has the name alone.
        if let name = discriminator.text { return Discriminator(property: name, mapping: []) }
        guard let name = discriminator["propertyName"]?.text else { return nil }
        let mapping = discriminator["mapping"]?.members?.list ?? []
        return Discriminator(
            property: name,
            mapping: mapping.compactMap { value, target in
                guard let text = target.text else { return nil }
                // A mapping has the name of a schema, or a reference to it.
                let named = target.file.root?["components"]?["schemas"]?[text]
                if let named { return schemas.schema(named).map { (value, $0) } }
                return schemas.files.target(of: text, from: target).flatMap { schemas.schema($0) }.map {
                    (value, $0)
                }
            }
        )
    }()

    /// Whether the schema says anything about the form of its values, beside annotations.
    var hasStructure: Bool {
        if synthetic != nil || isReference || !ownTypes.isEmpty { return true }
        return Self.structural.contains { node[$0] != nil }
    }

    /// Whether the schema only restricts another one, as by `required`.
    var isRestriction: Bool {
        guard !hasStructure, let members = node.members?.list else { return false }
        return members.contains { ["required", "not", "if", "dependentRequired", "minProperties"].contains($0.key) }
    }

    /// Whether a schema with a reference has more than annotations beside it.
    var hasStructureBesideReference: Bool {
        guard isReference else { return false }
        return Self.structuralBesideReference.contains {
            node[$0]?.members?.list.isEmpty == false || node[$0]?.elements != nil
        }
    }

    private static let structural = [
        "properties", "items", "prefixItems", "additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf",
        "enum",
        "const", "format", "minLength", "maxLength", "pattern", "minimum", "maximum", "multipleOf", "minItems",
        "maxItems",
    ]

    private static let structuralBesideReference = ["properties", "allOf", "anyOf", "oneOf"]

    /// The same schema with one of its types.
    func with(type: String) -> Schema { schemas.variant(of: self, type: type) }

    /// A schema for values that both schemas allow.
    func and(_ other: Schema) -> Schema { schemas.both(self, other) }

    fileprivate func copy(types: [String]) -> Schema { Schema(node, schemas, types: types) }

    fileprivate func joined(with other: Schema) -> Schema { Schema(node, schemas, allOf: [self, other]) }
}

/// The schemas of a document, one for each value.
final class Schemas {
    let files: DocumentFiles
    private var known: [ObjectIdentifier: Schema] = [:]
    private var variants: [VariantKey: Schema] = [:]

    /// The schemas of which one that no document has is made. Each lives as long as this object.
    private struct VariantKey: Hashable {
        let schema: ObjectIdentifier
        var other: ObjectIdentifier?
        var type: String?
    }

    init(_ files: DocumentFiles) {
        self.files = files
    }

    /// Ends the lives of schemas and values, which refer to each other.
    func removeAll() {
        known = [:]
        variants = [:]
        files.removeAll()
    }

    /// The schema of a value; nil for a value of another type, which is reported.
    func schema(_ node: Node) -> Schema? {
        if let schema = known[ObjectIdentifier(node)] { return schema }
        switch node.value {
        case .object, .bool: break
        default:
            files.diagnostics.skip(node, "A schema must be an object. It is \(node.kind).")
            return nil
        }
        let schema = Schema(node, self)
        known[ObjectIdentifier(node)] = schema
        return schema
    }

    fileprivate func variant(of schema: Schema, type: String) -> Schema {
        remember(VariantKey(schema: ObjectIdentifier(schema), type: type)) { schema.copy(types: [type]) }
    }

    fileprivate func both(_ one: Schema, _ other: Schema) -> Schema {
        remember(VariantKey(schema: ObjectIdentifier(one), other: ObjectIdentifier(other))) { one.joined(with: other) }
    }

    private func remember(_ key: VariantKey, _ make: () -> Schema) -> Schema {
        if let known = variants[key] { return known }
        let made = make()
        variants[key] = made
        return made
    }
}
