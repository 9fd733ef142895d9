/// Makes the types of a document: one for each schema that needs one, with its name.
final class TypePlanner {
    let shapes: ShapeReader
    let names: NameChoices
    let diagnostics: Diagnostics
    /// The names of the document's named schemas, by schema.
    var namedSchemas: [ObjectIdentifier: String] = [:]
    /// The names of the types of the named schemas, by the names of these.
    private(set) var schemaNames: [String: String] = [:]
    /// The named schemas, by their values in the document.
    var schemasByNode: [ObjectIdentifier: Schema] = [:]
    private var declarations: [ObjectIdentifier: Declaration] = [:]
    /// The types on the top level, in the order of their names.
    private(set) var topLevel: [Declaration] = []
    private var topLevelScope: NameScope
    /// The arrays and maps that are being planned, since one of them can contain itself.
    private var pending: Set<ObjectIdentifier> = []
    /// The number of arrays and maps in one type, whose name in Swift has all of them.
    private static let maximumNesting = 32
    private let clientName: String
    /// The types whose parts aren't known yet.
    private var unfilled: [(Declaration, Shape, Schema)] = []
    private var depth = 0
    private var shared: SharedSchemas
    private var sharedNames: [SharedSchemas.Key: String] = [:]
    private var sharedDeclarations: [SharedSchemas.Key: Declaration] = [:]
    /// The names of the types inside others, which a type of the top level must not have, since they would hide it.
    private var nestedNames: Set<String> = []
    /// The next number of each nested name that others have already.
    private var nestedNumbers: [String: Int] = [:]

    init(_ document: APIDocument, clientName: String, _ configuration: Configuration, _ diagnostics: Diagnostics) {
        shapes = ShapeReader(document, diagnostics)
        names = NameChoices(configuration)
        self.diagnostics = diagnostics
        self.clientName = clientName
        shared = SharedSchemas(document.root)
        topLevelScope = NameScope(ReservedNames.types.union([clientName]))
        nameSchemas(document, configuration.keptNames)
        for key in shared.preferred { sharedNames[key] = topLevelName(key.name) }
    }

    /// Names the types of the named schemas: those of the configuration first, then those of an earlier generation.
    private func nameSchemas(_ document: APIDocument, _ keptNames: KeptNames) {
        let schemas = document.schemas.sorted { $0.name < $1.name }
        for (_, schema) in schemas { schemasByNode[ObjectIdentifier(schema.node)] = schema }
        // The title only helps to find a prefix, so it stays unread.
        var context = [clientName]
        if case .string(let title)? = document.info?.child("title")?.unread { context.append(title) }
        let rules = SchemaNames(schemas.map(\.name), context: context)
        func give(_ name: (String) -> String?) {
            for (schema, value) in schemas where namedSchemas[ObjectIdentifier(value)] == nil {
                guard let name = name(schema) else { continue }
                let given = topLevelName(name)
                namedSchemas[ObjectIdentifier(value)] = given
                schemaNames[schema] = given
            }
        }
        give { self.names[\.types, $0] }
        give { keptNames.types[$0] }
        // The names that need no change, so that they keep it.
        give { SwiftName.type($0) == $0 && rules.name(of: $0, taken: self.topLevelScope) == $0 ? $0 : nil }
        give { rules.name(of: $0, taken: self.topLevelScope) }
    }

    func isSameForm(_ one: Node, _ other: Node) -> Bool {
        one.file === other.file && shared.anyKey(of: one, named: "") == shared.anyKey(of: other, named: "")
    }

    /// A name on the top level. One that another type has gets the client's name before it.
    func topLevelName(_ name: String) -> String {
        nestedNames.contains(name)
            ? topLevelScope.unique(clientName + name) : topLevelScope.unique(name, clientName + name)
    }

    func add(_ declaration: Declaration) { topLevel.append(declaration) }

    // MARK: Uses

    /// The place of a schema, from which a type without a name gets one.
    struct Place {
        /// The type around it; nil for the top level.
        var parent: Declaration?
        var name: String
    }

    func type(of schema: Schema, at place: Place) -> TypeUse {
        let found = shapes.resolve(schema)
        let type = type(found.shape, found.schema, at: reference(to: found.schema, from: schema) ?? place)
        if found.isContradiction {
            diagnostics.note(schema.node, "No value fits all parts of the schema. Its type is \(type.swift()).")
        }
        return type.optional(if: found.isNullable)
    }

    /// The place of a schema that another one refers to, and that has no name of its own.
    private func reference(to owner: Schema, from schema: Schema) -> Place? {
        guard owner !== schema, schema.isReference, namedSchemas[ObjectIdentifier(owner)] == nil else { return nil }
        let path = owner.node.path.filter { !Self.structuralNames.contains($0) && Int($0) == nil && !$0.contains("/") }
        if path.isEmpty {
            let file = owner.node.file.name.split(separator: "/").last.map { String($0) } ?? ""
            return Place(name: SwiftName.type(String(file.prefix { $0 != "." })))
        }
        return Place(name: SwiftName.type(Words(list: path.suffix(2).flatMap { Words($0).list })))
    }

    private static let structuralNames = """
        components schemas definitions $defs properties items allOf anyOf oneOf content schema responses parameters
        requestBodies headers additionalProperties paths
        """.tokenSet

    func type(_ shape: Shape, _ schema: Schema, at place: Place) -> TypeUse {
        switch shape {
        case .json, .same: return .json
        case .string: return .string
        case .int: return .int
        case .int64: return .int64
        case .uint64: return .uint64
        case .double: return .double
        case .bool: return .bool
        case .date: return .date
        case .unixDate: return .unixDate
        case .day: return .day
        case .binary: return .string
        case .array(let items) where isRecursive(schema):
            let elements = TupleShape(further: items.map { .schema($0) } ?? .any)
            return .named(declaration(.tuple(elements), schema, at: place))
        case .map(let values?) where isRecursive(schema):
            var object = ObjectShape()
            object.additional = .schema(values)
            return .named(declaration(.object(object), schema, at: place))
        case .array(let items):
            return .array(element(items, of: schema, at: Place(parent: place.parent, name: place.name.singular)))
        case .map(let values):
            return .map(element(values, of: schema, at: place))
        case .enumeration(let shape) where shape.cases.count == 1 && namedSchemas[ObjectIdentifier(schema)] == nil:
            return shape.isText ? .string : .int
        case .object, .tuple, .enumeration, .union:
            return .named(declaration(shape, schema, at: place))
        }
    }

    /// Whether an array or a map contains itself through arrays and maps alone. Such a type of Swift needs a name.
    private func isRecursive(_ container: Schema) -> Bool {
        var current = container
        for _ in 0..<Self.maximumNesting {
            switch shapes.resolve(current).shape {
            case .array(let inner?), .map(let inner?): current = shapes.resolve(inner).schema
            default: return false
            }
            if current === container { return true }
        }
        return false
    }

    private func element(_ schema: Schema?, of container: Schema, at place: Place) -> TypeUse {
        guard let schema else { return .json }
        guard pending.count + 1 < Self.maximumNesting else {
            let problem =
                "More than \(Self.maximumNesting) arrays and dictionaries contain each other. The rest is taken as any JSON."
            diagnostics.note(container.node, problem)
            return .json
        }
        guard pending.insert(ObjectIdentifier(container)).inserted else {
            diagnostics.note(container.node, "The array or dictionary contains itself. Its elements are any JSON.")
            return .json
        }
        defer { pending.remove(ObjectIdentifier(container)) }
        return type(of: schema, at: place)
    }

    // MARK: Declarations

    func declaration(_ shape: Shape, _ schema: Schema, at place: Place) -> Declaration {
        if let known = declarations[ObjectIdentifier(schema)] { return known }
        let name = namedSchemas[ObjectIdentifier(schema)]
        var key = name == nil && schema.isWhole ? shared.key(of: schema.node, named: place.name) : nil
        // The bodies of an operation are often the same in several media types.
        if name == nil, key == nil, place.parent == nil, schema.isWhole {
            key = shared.anyKey(of: schema.node, named: place.name)
        }
        if let key, let known = sharedDeclarations[key] {
            schema.node.useAll()
            return known
        }
        let own =
            name
            ?? key.map { sharedNames[$0] ?? topLevelName((place.parent?.name ?? "") + place.name) }
            ?? place.parent.map { nestedName(place.name, in: $0) } ?? topLevelName(place.name)
        let declaration = self.declaration(own, name == nil && key == nil ? place.parent : nil, schema)
        if let key { sharedDeclarations[key] = declaration }
        // Before its parts, which can contain it.
        declarations[ObjectIdentifier(schema)] = declaration
        unfilled.append((declaration, shape, schema))
        // A long chain of types isn't followed at once, since the call stack has an end.
        guard depth < 50 else { return declaration }
        depth += 1
        fillAll(down: unfilled.count - 1)
        depth -= 1
        if depth == 0 { fillAll(down: 0) }
        return declaration
    }

    /// Fills the types that are waiting, down to a number of them.
    private func fillAll(down count: Int) {
        while unfilled.count > count, let (declaration, shape, schema) = unfilled.popLast() {
            // The parts of a schema don't depend on the place where it was found.
            let outer = pending
            pending = []
            fill(declaration, shape, schema)
            pending = outer
        }
    }

    func declaration(_ name: String, _ parent: Declaration?, _ schema: Schema) -> Declaration {
        let documentation = Documentation.lines(of: schema, named: name)
        let declaration = Declaration(name, in: parent, documentation: documentation, isDeprecated: schema.isDeprecated)
        if parent == nil { topLevel.append(declaration) }
        return declaration
    }

    /// A name inside a type. It hides no type of the top level, and none around it.
    func nestedName(_ name: String, in parent: Declaration) -> String {
        func isFree(_ name: String) -> Bool {
            !topLevelScope.contains(name) && !parent.scope.contains(name)
                && !sequence(first: parent, next: \.parent).contains { $0.name == name }
        }
        let base = parent.name + name
        var free = [name, base, base + "Value"].first(where: isFree)
        while free == nil {
            let number = nestedNumbers[base, default: 4]
            nestedNumbers[base] = number + 1
            free = isFree("\(base)\(number)") ? "\(base)\(number)" : nil
        }
        let name = free ?? base
        nestedNames.insert(name)
        return parent.scope.unique(name)
    }

    func fill(_ declaration: Declaration, _ shape: Shape, _ schema: Schema) {
        switch shape {
        case .object(let object):
            declaration.kind = .object(ObjectType(properties: []))
            declaration.kind = .object(objectType(object, of: schema, in: declaration))
        case .tuple(let tuple):
            declaration.kind = .tuple(ObjectType(properties: []))
            declaration.kind = .tuple(tupleType(tuple, in: declaration))
        case .enumeration(let shape):
            let names = uniqueNames(shape.cases.map(\.name)) { name in
                shape.isText || Int(name) == nil
                    ? self.names[\.cases, name] ?? SwiftName.enumCase(name) : SwiftName.member(name)
            }
            declaration.kind = .enumeration(shape, names: names)
        case .union(let variants, let discriminator):
            declaration.kind = .union(UnionType(cases: []))
            declaration.kind = .union(unionType(variants, discriminator, in: declaration))
        default: break
        }
    }

    static func text(of node: Node) -> String? {
        let text: String? =
            switch node.unread {
            case .string(let text):
                text.isEmpty || text.count > 60 || text.contains { $0 == "`" || $0.isNewline } ? nil : text
            case .number(let text): text
            case .bool(let bool): bool ? "true" : "false"
            case .null, .array, .object: nil
            }
        if text != nil { node.use() }
        return text
    }
}
