/// The schemas of a document, one for each value.
final class Schemas {
    let files: DocumentFiles
    /// Whether the keywords beside `$ref` have an effect: since OpenAPI 3.1.
    let haveSiblings: Bool
    /// Whether an array can have a schema for each place: since OpenAPI 3.1.
    var haveTuples: Bool { haveSiblings }
    private let root: Node
    private var known: [ObjectIdentifier: Schema] = [:]
    private var variants: [Variant: Schema] = [:]
    /// The schemas that hold together in others, by their identities.
    private var groups: [[ObjectIdentifier]: [Schema]] = [:]
    /// The names of the named schemas, by their values.
    private var names: [ObjectIdentifier: String] = [:]
    /// The ends of chains of references, by the schemas in them.
    private var targets: [ObjectIdentifier: Schema] = [:]
    /// The steps of work with schemas so far: the keywords that were read, and the schemas whose shapes or parts were asked for.
    ///
    /// A document that is twice as long must not need much more than twice the steps.
    var stepCount = 0

    private struct Variant: Hashable {
        let node: ObjectIdentifier
        let part: Schema.Part
        let type: String?
    }

    init(_ files: DocumentFiles, _ root: Node) {
        self.files = files
        self.root = root
        let version = (root["openapi"] ?? root["swagger"])?.scalarText ?? ""
        haveSiblings = !version.hasPrefix("3.0") && !version.hasPrefix("2.")
    }

    /// Ends the lives of schemas and values, which refer to each other.
    func removeAll() {
        known = [:]
        variants = [:]
        groups = [:]
        targets = [:]
        names = [:]
        files.removeAll()
    }

    /// The schema of a value; nil for a value of another type, which is reported.
    func schema(_ node: Node) -> Schema? {
        if let schema = known[ObjectIdentifier(node)] { return schema }
        switch node.unread {
        case .object, .bool: break
        default:
            files.diagnostics.skip(node, "A schema must be an object. It is \(node.kind).")
            return nil
        }
        let schema = Schema(node, self)
        known[ObjectIdentifier(node)] = schema
        if schema.hasIgnoredSiblings {
            files.diagnostics.note(node, "The keywords beside '$ref' have no effect in this version of OpenAPI.")
        }
        return schema
    }

    /// Gives a schema its name in the document. The first one counts.
    ///
    /// - Returns: Whether the schema had no name before.
    func give(_ name: String, to schema: Schema) -> Bool {
        guard names[ObjectIdentifier(schema.node)] == nil else { return false }
        names[ObjectIdentifier(schema.node)] = name
        return true
    }

    /// The name of a schema in the document; nil for one without a name.
    func name(of schema: Schema) -> String? { names[ObjectIdentifier(schema.node)] }

    /// The schema with a name, in a file or in the document.
    func named(_ name: String, in file: SourceFile) -> Schema? {
        for root in [file.root, root] {
            let node = root?["components"]?["schemas"]?[name] ?? root?["definitions"]?[name]
            if let node { return schema(node) }
        }
        return nil
    }

    /// The schema that the reference of another one leads to, through references with nothing beside them.
    func target(of schema: Schema) -> Schema {
        var passed: Set<ObjectIdentifier> = []
        var end = schema
        while let referenced = end.referenced, end.conjuncts.count == 1,
            passed.insert(ObjectIdentifier(end)).inserted
        {
            end = targets[ObjectIdentifier(referenced)] ?? referenced
        }
        for id in passed { targets[id] = end }
        return end
    }

    // MARK: Schemas that no document has

    func variant(of schema: Schema, type: String) -> Schema { remember(schema.node, schema.part, type) }

    func part(_ part: Schema.Part, of schema: Schema) -> Schema { remember(schema.node, part, nil) }

    /// The schema of an array's elements, which has the values in the array's `enum`.
    func element(of schema: Schema, type: String) -> Schema { remember(schema.node, .element, type) }

    /// The schema of a text that a value of the document speaks of.
    func text(at node: Node) -> Schema { remember(node, .alone, "string") }

    /// The schema of values that all of some schemas allow.
    func all(_ schemas: [Schema]) -> Schema {
        let members = schemas.flatMap { together($0) ?? [$0] }.distinct
        if members.count == 1 { return members[0] }
        let key = members.map { ObjectIdentifier($0) }
        groups[key] = members
        return remember(members[0].node, .none(key), nil)
    }

    /// The schemas that one stands for; nil for one of the document.
    func together(_ schema: Schema) -> [Schema]? { if case .none(let key) = schema.part { groups[key] } else { nil } }

    private func remember(_ node: Node, _ part: Schema.Part, _ type: String?) -> Schema {
        let variant = Variant(node: ObjectIdentifier(node), part: part, type: type)
        if let known = variants[variant] { return known }
        let made = Schema(node, self, part: part, type: type)
        variants[variant] = made
        return made
    }
}
