/// Makes the types of a document: one for each schema that needs one, with its name.
final class TypePlanner {
    let shapes: ShapeReader
    let configuration: Configuration
    private let diagnostics: Diagnostics
    /// The names of the document's named schemas, by schema.
    private var namedSchemas: [ObjectIdentifier: String] = [:]
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
        self.configuration = configuration
        self.diagnostics = diagnostics
        self.clientName = clientName
        shared = SharedSchemas(document.root)
        topLevelScope = NameScope(ReservedNames.types.union([clientName]))
        let names = document.schemas.map(\.name)
        let swiftNames = names.map { configuration.typeName(of: $0) ?? SwiftName.type($0) }
        // The names that need no change first, so that they keep it.
        let order = names.indices.sorted {
            (names[$0] != swiftNames[$0] ? 1 : 0, $0) < (names[$1] != swiftNames[$1] ? 1 : 0, $1)
        }
        for index in order {
            let id = ObjectIdentifier(document.schemas[index].schema)
            if namedSchemas[id] == nil { namedSchemas[id] = topLevelName(swiftNames[index]) }
        }
        for key in shared.preferred { sharedNames[key] = topLevelName(key.name) }
    }

    /// A name on the top level. One that another type has gets the client's name before it.
    func topLevelName(_ name: String) -> String {
        nestedNames.contains(name)
            ? topLevelScope.unique(clientName + name) : topLevelScope.unique(name, clientName + name)
    }

    fileprivate func add(_ declaration: Declaration) { topLevel.append(declaration) }

    // MARK: Uses

    /// The place of a schema, from which a type without a name gets one.
    struct Place {
        /// The type around it; nil for the top level.
        var parent: Declaration?
        var name: String
    }

    /// The type for a schema's values.
    func type(of schema: Schema, at place: Place) -> TypeUse {
        let (shape, isNullable, owner) = shapes.resolved(schema)
        let type = type(shape, owner, at: reference(to: owner, from: schema) ?? place)
        return isNullable && !type.isOptional ? .optional(type) : type
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

    private static let structuralNames: Set<String> = [
        "components", "schemas", "definitions", "$defs", "properties", "items", "allOf", "anyOf", "oneOf", "content",
        "schema",
        "responses", "parameters", "requestBodies", "headers", "additionalProperties", "paths",
    ]

    fileprivate func type(_ shape: Shape, _ schema: Schema, at place: Place) -> TypeUse {
        switch shape {
        case .json, .same: return .json
        case .string: return .string
        case .int: return .int
        case .int64: return .int64
        case .double: return .double
        case .bool: return .bool
        case .date: return .date
        case .unixDate: return .unixDate
        case .day: return .day
        case .binary: return .string
        case .array(let items):
            return .array(element(items, of: schema, at: Place(parent: place.parent, name: place.name.singular)))
        case .map(let values):
            return .map(element(values, of: schema, at: place))
        case .enumeration(let shape) where shape.cases.count == 1 && namedSchemas[ObjectIdentifier(schema)] == nil:
            return shape.isText ? .string : .int
        case .object, .enumeration, .union:
            return .named(declaration(shape, schema, at: place))
        }
    }

    private func element(_ schema: Schema?, of container: Schema, at place: Place) -> TypeUse {
        guard let schema else { return .json }
        guard pending.count + 1 < Self.maximumNesting else {
            diagnostics.note(
                container.node,
                "More than \(Self.maximumNesting) arrays and dictionaries contain each other. The rest is taken as any JSON."
            )
            return .json
        }
        guard pending.insert(ObjectIdentifier(container)).inserted else { return .json }
        defer { pending.remove(ObjectIdentifier(container)) }
        return type(of: schema, at: place)
    }

    // MARK: Declarations

    private func declaration(_ shape: Shape, _ schema: Schema, at place: Place) -> Declaration {
        if let known = declarations[ObjectIdentifier(schema)] { return known }
        let declaration: Declaration
        let name = namedSchemas[ObjectIdentifier(schema)]
        var key = name == nil && schema.isWhole ? shared.key(of: schema.node, named: place.name) : nil
        // The bodies of an operation are often the same in several media types.
        if name == nil, key == nil, place.parent == nil, schema.isWhole {
            key = shared.anyKey(of: schema.node, named: place.name)
        }
        if let key, let known = sharedDeclarations[key] { return known }
        if let name {
            declaration = self.declaration(name, nil, schema)
        } else if let key {
            let name = sharedNames[key] ?? topLevelName((place.parent?.name ?? "") + place.name)
            declaration = self.declaration(name, nil, schema)
            sharedDeclarations[key] = declaration
        } else if let parent = place.parent {
            declaration = self.declaration(nestedName(place.name, in: parent), parent, schema)
        } else {
            declaration = self.declaration(topLevelName(place.name), nil, schema)
        }
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

    private func declaration(_ name: String, _ parent: Declaration?, _ schema: Schema) -> Declaration {
        let documentation = Documentation.lines(schema.description ?? schema.title)
        let declaration = Declaration(name, in: parent, documentation: documentation, isDeprecated: schema.isDeprecated)
        if parent == nil { topLevel.append(declaration) }
        return declaration
    }

    /// A name inside a type. It hides no type of the top level, and none around it.
    private func nestedName(_ name: String, in parent: Declaration) -> String {
        func isFree(_ name: String) -> Bool {
            if topLevelScope.contains(name) || parent.scope.contains(name) { return false }
            var outer: Declaration? = parent
            while let declaration = outer {
                if declaration.name == name { return false }
                outer = declaration.parent
            }
            return true
        }
        for candidate in [name, parent.name + name, parent.name + name + "Value"] where isFree(candidate) {
            nestedNames.insert(candidate)
            return parent.scope.unique(candidate)
        }
        let base = parent.name + name
        var number = nestedNumbers[base, default: 4]
        while !isFree("\(base)\(number)") { number += 1 }
        nestedNumbers[base] = number + 1
        nestedNames.insert("\(base)\(number)")
        return parent.scope.unique("\(base)\(number)")
    }

    private func fill(_ declaration: Declaration, _ shape: Shape, _ schema: Schema) {
        switch shape {
        case .object(let object):
            declaration.kind = .object(ObjectType(properties: []))
            declaration.kind = .object(objectType(object, in: declaration))
        case .enumeration(let shape):
            let names = uniqueNames(shape.cases.map(\.name)) { name in
                shape.isText || Int(name) == nil
                    ? configuration.caseName(of: name) ?? SwiftName.enumCase(name) : SwiftName.member(name)
            }
            declaration.kind = .enumeration(shape, names: names)
        case .union(let variants, let discriminator):
            declaration.kind = .union(UnionType(cases: []))
            declaration.kind = .union(unionType(variants, discriminator, in: declaration))
        default: break
        }
    }

    private func objectType(_ object: ObjectShape, in declaration: Declaration) -> ObjectType {
        let names = uniqueNames(object.properties.map(\.name)) {
            configuration.propertyName(of: $0) ?? SwiftName.member($0)
        }
        let properties = zip(object.properties, names).map { shape, name -> Property in
            let place = Place(parent: declaration, name: SwiftName.type(shape.name))
            let type = type(ofOneOf: shape.schemas, at: place)
            let schema = shape.schemas[0]
            let property = Property(
                wireName: shape.name,
                name: name,
                type: type.unwrapped,
                isRequired: shape.isRequired,
                isNullable: type.isOptional
            )
            property.isReadOnly = shape.schemas.allSatisfy(\.isReadOnly)
            property.isWriteOnly = shape.schemas.allSatisfy(\.isWriteOnly)
            property.isDeprecated = schema.isDeprecated
            property.isURL = shape.schemas.contains(where: \.describesURL)
            property.documentation = Documentation.lines(schema.description ?? schema.title)
            if shape.schemas.count == 1 { property.constant = constant(of: schema, type.unwrapped) }
            if let text = schema.defaultValue.flatMap({ Self.text(of: $0) }) {
                property.documentation += (property.documentation.isEmpty ? [] : [""]) + ["Default: `\(text)`."]
            }
            return property
        }
        var result = ObjectType(properties: properties)
        switch object.additional {
        case .ignored: break
        case .any: result.additional = .json
        case .schema(let schema):
            result.additional = type(of: schema, at: Place(parent: declaration, name: "AdditionalProperty"))
        }
        if names.contains(result.additionalName) { result.additionalName = "furtherProperties" }
        return result
    }

    /// The type of a property that has several schemas, one for each variant of the object.
    private func type(ofOneOf schemas: [Schema], at place: Place) -> TypeUse {
        if schemas.count == 1 { return type(of: schemas[0], at: place) }
        let isNullable = schemas.contains { shapes.resolved($0).isNullable }
        var type: TypeUse
        switch shapes.joined(schemas) {
        case .enumeration(let shape)?:
            let name = place.parent.map { nestedName(place.name, in: $0) } ?? topLevelName(place.name)
            let declaration = self.declaration(name, place.parent, schemas[0])
            fill(declaration, .enumeration(shape), schemas[0])
            type = .named(declaration)
        case let shape?: type = self.type(shape, schemas[0], at: place)
        case nil: type = .json
        }
        if isNullable { type = .optional(type) }
        return type
    }

    /// The only value of a schema, in Swift.
    private func constant(of schema: Schema, _ type: TypeUse) -> String? {
        guard case .enumeration(let shape) = shapes.resolved(schema).shape, shape.cases.count == 1 else { return nil }
        switch type {
        case .string: return shape.cases[0].value.swiftLiteral
        case .int: return shape.cases[0].value
        default: return nil
        }
    }

    static func text(of node: Node) -> String? {
        switch node.value {
        case .string(let text):
            text.isEmpty || text.count > 60 || text.contains { $0 == "`" || $0.isNewline } ? nil : text
        case .number(let text): text
        case .bool(let bool): bool ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}

extension TypePlanner {
    /// A union of schemas that no schema of the document joins.
    func union(of schemas: [Schema], named name: String) -> TypeUse {
        let isNullable = schemas.contains { shapes.resolved($0).isNullable }
        let type: TypeUse
        if let shape = shapes.joined(schemas) {
            type = self.type(shape, schemas[0], at: Place(name: name))
        } else {
            let declaration = Declaration(topLevelName(name), in: nil, documentation: ["One of several results."])
            add(declaration)
            declaration.kind = .union(UnionType(cases: []))
            declaration.kind = .union(unionType(schemas, nil, in: declaration))
            type = .named(declaration)
        }
        return isNullable ? .optional(type) : type
    }

    /// A type for the fields of a multipart body.
    func multipart(_ name: String, documentation: [String]) -> Declaration {
        let declaration = Declaration(topLevelName(name), in: nil, documentation: documentation)
        add(declaration)
        return declaration
    }
}
