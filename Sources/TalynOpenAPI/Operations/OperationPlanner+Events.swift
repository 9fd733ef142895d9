extension OperationPlanner {
    func events(_ content: Content, _ typeName: String) -> OperationPlan.Events {
        guard let schema = item(of: content), let form = content.eventForm else { return .plain }
        let place = TypePlanner.Place(name: typeName + "Event")
        switch types.shapes.resolve(schema).shape {
        case .object, .union, .map: break
        default: return .plain
        }
        switch form {
        case .data(let data):
            if content.itemSchema == nil, schema.dataOfServerSentItem != nil { noteItem(schema) }
            return events([data], at: place)
        case .fields(let fields):
            if let events = eventTypes(fields, place.name) { return .decoded(events) }
            guard let data = types.shapes.flattened(fields).property("data") else {
                return events([.json(fields)], at: place)
            }
            use(data.schemas)
            // The stream itself has the others.
            for field in ["event", "id", "retry"] {
                types.shapes.flattened(fields).property(field)?.schemas.forEach { $0.node.useAll() }
            }
            return events(data.schemas.map(\.eventData), at: place)
        }
    }

    /// Marks schemas of texts, whose form is all that counts.
    private func use(_ schemas: [Schema]) {
        for schema in schemas { _ = types.shapes.resolve(schema) }
    }

    /// The events with one of several forms of data. Texts beside JSON are raw events.
    private func events(_ data: [EventData], at place: TypePlanner.Place) -> OperationPlan.Events {
        guard !data.contains(where: \.isText) else { return .plain }
        let schemas = data.compactMap { if case .json(let schema) = $0 { schema } else { nil } }
        guard let first = schemas.first, schemas.count == data.count else { return .decoded(.json) }
        let type = schemas.count == 1 ? types.type(of: first, at: place) : types.union(of: schemas, named: place.name)
        return .decoded(type.unwrapped)
    }

    /// Notes that the data of an ASP.NET item is decoded alone. The stream itself has the other fields.
    private func noteItem(_ schema: Schema) {
        let item = types.shapes.resolve(schema).schema
        item.node.useAll()
        let fields = item.propertyNames.subtracting(["data"]).sorted().joined(separator: "', '")
        let problem = "The schema has 'data' beside '\(fields)', as the events of ASP.NET do."
        diagnostics.note(item.node, "\(problem) The data alone is decoded.")
    }

    /// The enum of events that are told apart by their types; nil for a schema that doesn't give each variant types of its own.
    private func eventTypes(_ schema: Schema, _ name: String) -> TypeUse? {
        let found = types.shapes.resolve(schema)
        let owner = found.schema
        if let known = eventDeclarations[ObjectIdentifier(owner)] { return .named(known) }
        var variants: [Schema] = []
        if case .union(let all, _) = found.shape {
            variants = all
        } else {
            // Properties beside variants that no constant tells apart.
            let own = owner.schemas.part(.own, of: owner)
            variants = (owner.oneOf + owner.anyOf).map { owner.schemas.all([own, $0]) }
        }
        guard !variants.isEmpty else { return nil }
        var known: Set<String> = []
        var events: [(types: [String], object: ObjectShape, schema: Schema)] = []
        // A variant merged with the properties beside it has no description of its own.
        let written = owner.oneOf + owner.anyOf
        for (index, variant) in variants.enumerated() {
            let found = types.shapes.resolve(variant)
            guard case .object(let object) = found.shape else { return nil }
            // The type of an event without one (WHATWG HTML standard, section 9.2.6).
            var names = ["message"]
            if let event = object.property("event") {
                names = []
                // A variant that has variants of its own has the types of all of them.
                for schema in event.schemas {
                    guard case .enumeration(let shape) = types.shapes.resolve(schema).shape else { return nil }
                    names += shape.cases.map(\.value)
                }
                names = names.distinct(by: \.self)
            }
            guard names.allSatisfy({ known.insert($0).inserted }) else { return nil }
            events.append((names, object, written.count == variants.count ? written[index] : found.schema))
        }
        let declaration = types.topLevelDeclaration(name, documentation: Documentation.lines(of: schema, named: name))
        eventDeclarations[ObjectIdentifier(owner)] = declaration
        let names = uniqueNames(events.map(\.types[0]), reserved: ["other"]) { SwiftName.enumCase($0) }
        declaration.kind = .events(
            zip(events, names).map { event, name in
                event.schema.node.use()
                // The stream itself has these.
                for field in ["id", "retry"] { event.object.property(field)?.schemas.forEach { $0.node.useAll() } }
                let documentation = Documentation.lines(of: event.schema, named: name)
                let place = TypePlanner.Place(parent: declaration, name: SwiftName.type(name))
                let data = event.object.property("data")?.schemas ?? []
                return EventCase(
                    name: name,
                    types: event.types,
                    data: self.data(data, at: place),
                    documentation: documentation
                )
            }
        )
        return .named(declaration)
    }

    /// The data of an event's case.
    private func data(_ schemas: [Schema], at place: TypePlanner.Place) -> EventCase.Data {
        guard !schemas.isEmpty else { return .none }
        use(schemas)
        let data = schemas.map(\.eventData)
        guard !data.contains(where: \.isText) else { return .text }
        let known = data.compactMap(\.schema)
        return .json(known.count == data.count ? types.type(ofOneOf: known, at: place) : .json)
    }

    /// The end of an operation's events, by the configuration or by the words of the document; nil if they tell none.
    ///
    /// OpenAPI has no keyword for it. Documents write that the stream ends with `data: [DONE]`: at the operation, at the properties of
    /// the request that ask for events, or in an example.
    func endOfEvents(of operation: OperationModel, _ calls: [OperationPlan.Call]) -> EndOfEvents? {
        let id = operation.id ?? operation.methodAndPath
        let choice = configuration.ends[id] ?? configuration.ends[operation.methodAndPath]
        guard calls.contains(where: \.hasEvents) else {
            if let choice {
                diagnostics.skip(choice.file, choice.line, "The operation '\(id)' has no events, and no end of them.")
            }
            return nil
        }
        if let choice { return choice.end }
        let bodies = operation.body?.contents.compactMap(\.schema) ?? []
        let properties = bodies.flatMap { types.shapes.flattened($0).properties }.flatMap(\.schemas)
        let events = operation.responses.flatMap(\.contents).compactMap(\.item)
        let nodes = [operation.node] + (properties + events).map { types.shapes.resolve($0).schema.node }
        return nodes.contains { $0.says("data: [DONE]", depth: 6) } ? .data("[DONE]") : nil
    }
}

extension Node {
    /// Whether a text in the value contains another one. The value stays unread: the sources have the texts elsewhere.
    fileprivate func says(_ text: String, depth: Int) -> Bool {
        if case .string(let own) = unread { return own.contains(text) }
        return depth > 0 && children.contains { $0.says(text, depth: depth - 1) }
    }
}

extension OperationPlan.Call {
    /// Whether the call gives server-sent events.
    fileprivate var hasEvents: Bool { if case .events = kind { true } else { false } }
}
