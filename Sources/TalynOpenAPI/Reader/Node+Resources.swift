extension Node {
    /// The own URI of a schema inside a document, without its fragment (`$id` of JSON Schema 2020-12, section 8.2.1).
    var resourceID: String? {
        guard case .string(let text)? = child("$id")?.unread else { return nil }
        let id = text.prefix { $0 != "#" }
        return id.isEmpty ? nil : String(id)
    }

    /// The schemas around a value, or the value itself, that a reference without a location can be about: the nearest one with an own
    /// URI, and the nearest one that has the definitions.
    func bases(of reference: String) -> [Node] {
        guard reference.hasPrefix("#") else { return nearest { $0.resourceID != nil }.map { [$0] } ?? [] }
        let resource = nearest { $0.resourceID != nil }
        let definitions = ["$defs", "definitions"].first { reference.hasPrefix("#/\($0)/") }
        return [resource, definitions.flatMap { name in nearest { $0.child(name) != nil } }].compactMap { $0 }
    }

    /// The value itself, or the nearest one around it, with a property.
    func nearest(where condition: (Node) -> Bool) -> Node? { condition(self) ? self : ancestor(where: condition) }

    /// The values inside that are no data, in which other words can stand.
    var schemaChildren: [Node] {
        switch unread {
        case .array(let elements): elements
        case .object(let members):
            members.list.filter { !Self.annotations.contains($0.key) && !$0.key.hasPrefix("x-") }.map(\.node)
        default: []
        }
    }

    private static let annotations: Set<String> = ["example", "examples", "default", "enum", "const"]
}
