/// A JSON schema of a document: of OpenAPI 3.0 and 3.1, of Swagger 2, or a parameter of Swagger 2, which is one, too.
///
/// A schema is read when it is asked for. One schema stands for one value of the document, so its identity is that of the
/// value.
final class Schema {
    let node: Node
    let schemas: Schemas
    let part: Part
    /// One of several types, for a schema that no document has.
    private let type: String?

    /// The keywords of the value that a schema has.
    enum Part: Hashable {
        case all
        /// All, but for the schemas that have it as their base.
        case alone
        /// Those without other schemas that must hold as a whole: without `$ref`, `allOf`, `oneOf` and `anyOf`.
        case own
        case oneOf
        case anyOf
        /// The values in `enum`, for the elements of an array.
        case element
        /// None of them: the schema stands for others that must hold together.
        case none([ObjectIdentifier])
    }

    init(_ node: Node, _ schemas: Schemas, part: Part = .all, type: String? = nil) {
        self.node = node
        self.schemas = schemas
        self.part = part
        self.type = type
    }

    private(set) lazy var ownTypes: [String] = {
        if let type { return [type] }
        guard let types = self["type"] else { return [] }
        if types.isNull, node.isVariantOfNull {
            types.use()
            return ["null"]
        }
        // Kubernetes writes so for numbers and texts.
        if types.text == "string", format == "int-or-string" { return ["integer", "string"] }
        if let text = types.text { return [text.lowercased()] }
        return types.elements?.compactMap { type in
            // YAML has the type of null without quotation marks by mistake.
            if type.isNull { type.use() }
            return type.isNull ? "null" : type.text?.lowercased()
        } ?? []
    }()

    /// Whether the schema is all that its value in the document says.
    var isWhole: Bool { part == .all && type == nil }

    /// The value of a keyword; nil if this part of the schema doesn't have it.
    ///
    /// Keywords beside `$ref` have no effect before OpenAPI 3.1 (OpenAPI 3.0.4, section 4.7.23).
    subscript(_ keyword: String) -> Node? {
        schemas.stepCount += 1
        guard let value = node[keyword] else { return nil }
        let isOther = Self.references.contains(keyword) || ["allOf", "oneOf", "anyOf"].contains(keyword)
        switch part {
        case .all, .alone: return ignoresSiblings && !Self.references.contains(keyword) ? nil : value
        case .own: return isOther || ignoresSiblings ? nil : value
        case .oneOf: return keyword == "oneOf" || keyword == "discriminator" ? value : nil
        case .anyOf: return keyword == "anyOf" || keyword == "discriminator" ? value : nil
        case .element: return keyword == "enum" ? value : nil
        case .none: return nil
        }
    }

    private static let references = ["$ref", "$dynamicRef", "$recursiveRef"]

    /// Whether the keywords beside a reference have no effect.
    private(set) lazy var ignoresSiblings = !schemas.haveSiblings && node["$ref"]?.text != nil

    /// Whether keywords without an effect would change the type.
    var hasIgnoredSiblings: Bool {
        ignoresSiblings && (Self.structural + ["type", "required"]).contains { node[$0] != nil }
    }

    // MARK: Annotations

    var title: String? { node["title"]?.text }
    var description: String? { annotation("description", \.text) }
    /// The format; nil beside an extension of Xero, which has dates such as `/Date(1539993600000)/`.
    var format: String? {
        let format = node["format"]?.text
        guard format?.hasPrefix("date") == true else { return format }
        return ["x-is-msdate", "x-is-msdate-time"].contains { node[$0]?.bool == true } ? nil : format
    }
    var isDeprecated: Bool { annotation("deprecated", \.bool) ?? false }
    var isReadOnly: Bool { hasFlag("readOnly") }
    var isWriteOnly: Bool { hasFlag("writeOnly") }
    /// The default of the schema, or of one that it consists of.
    var defaultValue: Node? {
        annotation("default") { $0 } ?? annotation("default", followsReferences: true) { $0 }
    }

    /// The schema, and those that references lead to. They can lead in a circle.
    var chain: PrefixSequence<UnfoldFirstSequence<Schema>> { sequence(first: self, next: \.referenced).prefix(20) }

    // MARK: Assertions

    /// The named types without `null`.
    var types: [String] { ownTypes.filter { $0 != "null" } }

    private(set) lazy var hasValuesOfElements = findValuesOfElements()

    var required: Set<String> {
        // Swagger 2 and drafts before 4 have a Boolean in parameters.
        Set(self["required"]?.elements?.compactMap(\.text) ?? [])
    }

    private(set) lazy var properties: [(name: String, schema: Schema)] = named("properties")

    private(set) lazy var propertyIndex: [String: Schema] =
        Dictionary(properties.map { ($0.name, $0.schema) }) { first, _ in first }

    enum Additional {
        case unspecified
        case allowed(Bool)
        case schema(Schema)
    }

    private(set) lazy var additional: Additional = {
        let others = additional(self["additionalProperties"] ?? self["unevaluatedProperties"])
        guard let patterns = self["patternProperties"]?.members?.list, let first = patterns.first else { return others }
        // A pattern says nothing of the other names, which are any JSON unless they are forbidden.
        let isForbidden = if case .allowed(false) = others { true } else { false }
        guard patterns.count == 1, isForbidden || Self.patternsOfAllNames.contains(first.key) else {
            return .allowed(true)
        }
        return schemas.schema(first.node).map { .schema($0) } ?? .allowed(true)
    }()

    /// Patterns that each name matches.
    private static let patternsOfAllNames: Set<String> = [
        "", "^", ".*", ".+", "^.*", "^.+", "^.*$", "^.+$", ".*$", ".+$",
    ]

    private func additional(_ node: Node?) -> Additional {
        guard let node else { return .unspecified }
        if let isAllowed = node.bool { return .allowed(isAllowed) }
        guard let members = node.members else { return .unspecified }
        return members.list.isEmpty ? .allowed(true) : schemas.schema(node).map { .schema($0) } ?? .allowed(true)
    }

    /// The schemas of the first elements of an array, one for each place; none for an array whose elements are alike.
    private(set) lazy var prefixItems: [Schema] = {
        // Before JSON Schema 2020-12, `items` had them.
        let name = self["prefixItems"] != nil ? "prefixItems" : "items"
        guard let elements = self[name]?.elements, onlyItem == nil else { return [] }
        let schemas = list(name)
        // A place without a schema would move the others.
        return schemas.count == elements.count ? schemas : []
    }()

    /// The elements after the first ones.
    private(set) lazy var furtherItems: Additional = {
        let further = furtherItemsNode ?? self["unevaluatedItems"]
        // Documents of these versions write arrays in `items` by mistake, or for the drafts whose tuples were open.
        if further == nil, !schemas.haveTuples, self["items"]?.elements != nil { return .allowed(true) }
        return additional(further)
    }()

    /// The value that describes the elements after the first ones: of `additionalItems` before JSON Schema 2020-12.
    private var furtherItemsNode: Node? { self["prefixItems"] != nil ? self["items"] : self["additionalItems"] }

    /// The schema of the elements after the first ones, also one that allows none of them.
    private(set) lazy var furtherItem: Schema? = furtherItemsNode.flatMap {
        $0.elements == nil ? schemas.schema($0) : nil
    }

    /// The schema of an array of one in `items`, where the version of the document has no such arrays (OpenAPI 3.0.4, section 4.7.24.1).
    private lazy var onlyItem: Schema? = {
        guard !schemas.haveTuples, self["prefixItems"] == nil, let items = self["items"]?.elements, items.count == 1,
            furtherItemsNode == nil, let schema = schemas.schema(items[0])
        else { return nil }
        self["items"]?.use()
        schemas.files.diagnostics.note(node, "'items' is an array of one schema. It counts as that of each element.")
        return schema
    }()

    /// The schema of the elements of an array that are alike.
    private(set) lazy var items: Schema? = elementOfValues(ownItems) ?? ownItems

    private lazy var ownItems: Schema? = {
        if let onlyItem { return onlyItem }
        if let prefix = self["prefixItems"]?.elements, !prefix.isEmpty { return nil }
        // An array of schemas is a tuple.
        guard let items = self["items"], items.elements == nil else { return nil }
        return schemas.schema(items)
    }()

    /// The schemas that a value must all fit (JSON Schema 2020-12, section 7.6.1): those that the schema refers to, those of `allOf`,
    /// and its own keywords. The schema itself, if there is nothing else.
    ///
    /// A schema that says nothing about the form of values isn't among them.
    private(set) lazy var conjuncts: [Schema] = findConjuncts()

    private(set) lazy var allOf: [Schema] = schemas.together(self) ?? list("allOf")
    private(set) lazy var anyOf: [Schema] = list("anyOf")
    private(set) lazy var oneOf: [Schema] = list("oneOf")

    /// The schemas of a keyword with an array of them.
    func list(_ name: String) -> [Schema] {
        self[name]?.elements?.compactMap { schemas.schema($0) } ?? []
    }

    /// The schema of a keyword with one.
    func keyword(_ name: String) -> Schema? {
        guard let node = self[name] else { return nil }
        return node.members != nil || node.bool != nil ? schemas.schema(node) : nil
    }

    /// The schemas of a keyword with one for each name.
    func named(_ name: String) -> [(name: String, schema: Schema)] {
        guard var members = self[name]?.members else { return [] }
        // Some documents refer to all members at once, where the specification has no reference.
        if let reference = members["$ref"]?.text, let target = schemas.files.target(of: reference, from: node) {
            members = target.members ?? members
        }
        return members.list.compactMap { name, node in schemas.schema(node).map { (name, $0) } }
    }

    /// The schema that `$ref` leads to. A reference that leads nowhere is reported, and stands for any value.
    private(set) lazy var referenced: Schema? = {
        if self["$recursiveRef"] != nil {
            return node.ancestor { $0["$recursiveAnchor"]?.bool == true }.flatMap { schemas.schema($0) }
        }
        guard let reference = (self["$ref"] ?? self["$dynamicRef"])?.text else { return nil }
        if self["$ref"] == nil, schemas.files.isAmbiguous(dynamicReference: reference, from: node) {
            let problem = "The reference '\(reference)' has another meaning in each schema that has its anchor."
            schemas.files.diagnostics.skip(node, "\(problem) It is any JSON.")
            return nil
        }
        return schemas.files.target(of: reference, from: node, followsReferences: false).flatMap { schemas.schema($0) }
    }()

    var isReference: Bool { Self.references.contains { self[$0]?.text != nil } }

    struct Discriminator {
        let property: String
        /// The schemas of values, as the document maps them.
        var mapping: [(value: String, schema: Schema)]
        /// The schema of values without a known name (OpenAPI 3.2, section 4.25.4).
        var fallback: Schema?
        let schema: Schema
    }

    private(set) lazy var discriminator: Discriminator? = {
        guard let discriminator = self["discriminator"] else { return nil }
        let property = schemas.text(at: discriminator)
        // Swagger 2 has the name alone.
        if let name = discriminator.text { return Discriminator(property: name, mapping: [], schema: property) }
        guard let name = discriminator["propertyName"]?.text else { return nil }
        let mapping = (discriminator["mapping"]?.members?.list ?? []).compactMap { value, target in
            mapped(target).map { (value, $0) }
        }
        let fallback = discriminator["defaultMapping"].flatMap { mapped($0) }
        return Discriminator(property: name, mapping: mapping, fallback: fallback, schema: property)
    }()

    /// The schema that a mapping has: by its name, or by a reference to it.
    private func mapped(_ node: Node) -> Schema? {
        guard let text = node.text else {
            schemas.files.diagnostics.skip(node, "A mapping must name a schema. It is \(node.kind).")
            return nil
        }
        return schemas.named(text, in: node.file)
            ?? schemas.files.target(of: text, from: node).flatMap { schemas.schema($0) }
    }

    /// Whether the schema says anything about the form of its values, beside annotations.
    var hasStructure: Bool {
        if case .none = part { return true }
        return isReference || !ownTypes.isEmpty || Self.structural.contains { self[$0] != nil }
    }

    /// Whether the schema only restricts another one, as by `required`.
    var isRestriction: Bool {
        guard !hasStructure, let members = node.members?.list else { return false }
        return members.contains { ["required", "not", "if", "dependentRequired", "minProperties"].contains($0.key) }
    }

    static let structural = """
        properties items prefixItems additionalProperties patternProperties allOf anyOf oneOf enum const format
        minLength maxLength pattern minimum maximum multipleOf minItems maxItems
        """.tokens
}
