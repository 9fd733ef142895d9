/// The events of a `text/event-stream`, as a schema describes them.
enum EventForm {
    /// The schema is that of the data. Other fields of an event are unknown.
    case data(EventData)
    /// The fields of an event are the properties of the schema (OpenAPI 3.2, section 4.14.3.2).
    case fields(Schema)
}

/// The data of a server-sent event.
enum EventData {
    case text
    /// JSON with a schema; nil for any JSON.
    case json(Schema?)

    var isText: Bool { if case .text = self { true } else { false } }
    var schema: Schema? { if case .json(let schema) = self { schema } else { nil } }
}

extension Content {
    /// The form of the events; nil if the schema says nothing of them.
    ///
    /// The generator, the checks and the made-up answers agree by this.
    var eventForm: EventForm? {
        guard let schema = item else { return nil }
        let kinds = schema.kinds
        guard kinds.isEmpty || kinds.contains("object") else { return kinds == ["string"] ? .data(.text) : nil }
        if itemSchema != nil {
            let names = schema.propertyNames
            if names.contains("data") || names.contains("event") { return .fields(schema) }
        } else if let data = schema.dataOfServerSentItem {
            return .data(data.eventData)
        }
        return .data(schema.eventData)
    }
}

extension Schema {
    /// The form of an event's data with this schema: text, unless the schema says that it is JSON.
    var eventData: EventData {
        let parts = parts()
        if let content = parts.lazy.compactMap({ $0.keyword("contentSchema") }).first { return .json(content) }
        // Some documents describe the JSON in the data as if it were no text.
        guard kinds == ["string"] else { return .json(self) }
        let mediaTypes = parts.compactMap { $0.node["contentMediaType"]?.text }
        return mediaTypes.contains { Content.isJSON(Content.baseType(of: $0)) } ? .json(nil) : .text
    }

    /// The data of the `SseItem` by which ASP.NET describes an event; nil for another schema, which describes the data itself.
    ///
    /// `data` and `eventType` alone can be members of a usual JSON object.
    var dataOfServerSentItem: Schema? {
        let names = propertyNames
        guard names.isSuperset(of: ["data", "eventType"]),
            !names.isDisjoint(with: ["eventId", "reconnectionInterval"]),
            names.isSubset(of: ["data", "eventType", "eventId", "reconnectionInterval"])
        else { return nil }
        let data = parts().compactMap { $0.propertyIndex["data"] }
        return data.count == 1 ? data[0] : nil
    }

    /// The form of the data of an event with a type, where the properties of the schema are the fields of events.
    ///
    /// - Returns: Nil for an event without data, or of a type that the schema doesn't have.
    func eventData(ofType type: String) -> EventData? {
        let owner = target
        let variants = owner.oneOf + owner.anyOf
        guard !variants.isEmpty else { return field("data")?.eventData }
        for variant in variants where variant.isEvent(type) {
            return (variant.field("data") ?? owner.schemas.part(.own, of: owner).field("data"))?.eventData
        }
        return nil
    }

    /// Whether an event of a type can have the schema. One without a type is a `message` (WHATWG HTML standard, section 9.2.6).
    private func isEvent(_ type: String) -> Bool {
        guard let event = field("event") else { return type == "message" }
        guard let values = event.parts().lazy.compactMap(\.values).first else { return true }
        return values.contains { $0.scalarText == type }
    }

    /// The schema of a field of an event.
    func field(_ name: String) -> Schema? { parts().lazy.compactMap { $0.propertyIndex[name] }.first }
}
