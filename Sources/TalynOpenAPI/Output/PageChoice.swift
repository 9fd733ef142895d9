/// The way to the next page that a configuration gives.
struct PageChoice {
    enum Way {
        case none
        case links
        /// A property has the URL of the next page.
        case url
        case page(String)
        case offset(String)
        /// The parameter, and the place of its next value.
        case cursor(String, Source)
    }

    enum Source {
        case property(String)
        case headerField(String)
        case lastItem(String)
    }

    var way: Way
    private(set) var first: Int?
    /// The paths of properties: the items, the number of pages, that of all items, what is there or true before the last page, and what
    /// is true in the last.
    private var texts: [String: String] = [:]
    /// For messages.
    let file: String
    let line: Int

    subscript(_ key: String) -> String? { texts[key] }

    /// The names that go with each way.
    private static let keys = [
        "page": "page items more last from pages total", "offset": "offset items more last from total",
        "cursor": "cursor items more last at field id", "url": "url items more last",
    ]

    init(_ node: Node) throws(GenerationError) {
        file = node.file.name
        line = node.line
        way = .none
        if let text = node.text {
            guard text == "none" || text == "links" else {
                throw Self.error(node, "'\(text)' is unknown. It must be 'none', 'links', or an object.")
            }
            if text == "links" { way = .links }
            return
        }
        guard let members = node.members else { throw Self.error(node, "It must be 'none', 'links', or an object.") }
        for (key, value) in members.list {
            if key == "from" {
                guard let first = value.integer else { throw Self.error(value, "'from' must be a whole number.") }
                self.first = first
            } else {
                guard let text = value.text else { throw Self.error(value, "'\(key)' must be a text.") }
                texts[key] = text
            }
        }
        let ways = Self.keys.keys.filter { texts[$0] != nil }
        guard let kind = ways.first, ways.count == 1, let value = texts[kind] else {
            throw Self.error(node, "It must have one of 'page', 'offset', 'cursor' and 'url'.")
        }
        way = try way(kind, value, node)
        let known = Self.keys[kind]?.tokens ?? []
        if let unknown = members.list.first(where: { !known.contains($0.key) }) {
            throw Self.error(unknown.node, "'\(unknown.key)' doesn't go with '\(kind)'.")
        }
    }

    private func way(_ kind: String, _ value: String, _ node: Node) throws(GenerationError) -> Way {
        switch kind {
        case "page": return .page(value)
        case "offset": return .offset(value)
        case "url": return .url
        default:
            let sources = [
                texts["at"].map { Source.property($0) }, texts["field"].map { .headerField($0) },
                texts["id"].map { .lastItem($0) },
            ].compactMap { $0 }
            guard let source = sources.first, sources.count == 1 else {
                throw Self.error(node, "'cursor' needs one of 'at', 'field' and 'id'.")
            }
            if case .lastItem = source, texts["items"] == nil {
                throw Self.error(node, "'id' needs 'items', whose last one has it.")
            }
            return .cursor(value, source)
        }
    }

    private static func error(_ node: Node, _ problem: String) -> GenerationError {
        let path = node.path
        let operation = path.count > 1 ? path[1] : node.key
        return node.error("The pages of '\(operation)' are wrong. \(problem)")
    }
}
