extension OperationPlanner {
    func events(_ content: Content, _ typeName: String) -> OperationPlan.Events {
        guard let schema = content.itemSchema ?? content.schema else { return .plain }
        let place = TypePlanner.Place(name: typeName + "Event")
        switch types.shapes.resolve(schema).shape {
        case .object, .union, .map:
            // The schema of an item describes the fields of the event (OpenAPI 3.2, section 4.14.3.2).
            guard content.itemSchema != nil else {
                guard let data = dataOfItem(schema) else { break }
                let type = types.type(of: data, at: place).unwrapped
                return if case .string = type { .plain } else { .decoded(type) }
            }
            if let events = eventTypes(schema, place.name) { return .decoded(events) }
            guard let data = types.shapes.flattened(schema).property("data") else { break }
            let inner = data.schemas.compactMap { types.shapes.resolve($0).schema.keyword("contentSchema") }
            guard !inner.isEmpty, inner.count == data.schemas.count else { return .plain }
            let type =
                inner.count == 1 ? types.type(of: inner[0], at: place) : types.union(of: inner, named: place.name)
            return .decoded(type.unwrapped)
        default: return .plain
        }
        return .decoded(types.type(of: schema, at: place).unwrapped)
    }

    /// The data of the `SseItem` by which ASP.NET describes an event; nil for another schema, which describes the data itself.
    private func dataOfItem(_ schema: Schema) -> Schema? {
        let fields = ["data", "eventType", "eventId", "reconnectionInterval"]
        guard case .object(let object) = types.shapes.resolve(schema).shape,
            object.properties.allSatisfy({ fields.contains($0.name) }), object.property("eventType") != nil,
            let data = object.property("data"), data.schemas.count == 1
        else { return nil }
        // The stream itself has the others.
        types.shapes.resolve(schema).schema.node.useAll()
        return data.schemas[0]
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
                guard case .enumeration(let shape) = types.shapes.resolve(event.schemas[0]).shape else { return nil }
                names = shape.cases.map(\.value)
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
                let data = event.object.property("data")?.schemas.first
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

    /// The data of an event: text, unless the schema says that it is JSON.
    private func data(_ schema: Schema?, at place: TypePlanner.Place) -> EventCase.Data {
        guard let schema else { return .none }
        let found = types.shapes.resolve(schema)
        let parts = schema.parts()
        if let content = parts.lazy.compactMap({ $0.keyword("contentSchema") }).first {
            return .json(types.type(of: content, at: place))
        }
        // Some documents describe the JSON in the data as if it were no text.
        guard case .string = found.shape else { return .json(types.type(of: schema, at: place)) }
        let mediaTypes = parts.compactMap { $0.node["contentMediaType"]?.text }
        return mediaTypes.contains { Content.isJSON(Content.baseType(of: $0)) } ? .json(.json) : .text
    }

    /// The mark after the last event of an operation, by the words of the document; nil if they tell none.
    ///
    /// OpenAPI has no keyword for it. Documents write that the stream ends with `data: [DONE]`: at the operation, at the properties of
    /// the request that ask for events, or in an example.
    func endOfEvents(of operation: OperationModel, _ calls: [OperationPlan.Call]) -> String? {
        guard calls.contains(where: \.hasEvents) else { return nil }
        let bodies = operation.body?.contents.compactMap(\.schema) ?? []
        let properties = bodies.flatMap { types.shapes.flattened($0).properties }.flatMap(\.schemas)
        let events = operation.responses.flatMap(\.contents).compactMap { $0.itemSchema ?? $0.schema }
        let nodes = [operation.node] + (properties + events).map { types.shapes.resolve($0).schema.node }
        return nodes.contains { $0.says("data: [DONE]", depth: 6) } ? "[DONE]" : nil
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
