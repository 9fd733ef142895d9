/// The way to the next page that a configuration gives.
struct PageChoice {
    enum Way {
        case none
        case links
        /// A property has the URL of the next page.
        case url(String)
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
    var first: Int?
    /// The paths of properties: the items, the number of pages, that of all items, what is there or true before the last page, and what
    /// is true in the last.
    var items: String?
    var pages: String?
    var total: String?
    var more: String?
    var last: String?
    /// The file and the line, for messages.
    var file: String
    var line: Int

    init(_ node: Node) throws(GenerationError) {
        file = node.file.name
        line = node.line
        if let text = node.text {
            switch text {
            case "none": way = .none
            case "links": way = .links
            default: throw Self.error(node, "'\(text)' is unknown. It must be 'none', 'links', or an object.")
            }
            return
        }
        guard let members = node.members else { throw Self.error(node, "It must be 'none', 'links', or an object.") }
        var texts: [String: String] = [:]
        for (key, value) in members.list {
            if key == "from" {
                guard let first = value.integer else { throw Self.error(value, "'from' must be a whole number.") }
                self.first = first
            } else {
                guard let text = value.text else { throw Self.error(value, "'\(key)' must be a text.") }
                texts[key] = text
            }
        }
        let ways = ["page", "offset", "cursor", "url"].filter { texts[$0] != nil }
        guard let kind = ways.first, ways.count == 1, let value = texts[kind] else {
            throw Self.error(node, "It must have one of 'page', 'offset', 'cursor' and 'url'.")
        }
        way = try Self.way(kind, value, texts, node)
        var known: Set<String> = [kind, "items", "more", "last"]
        switch way {
        case .page: known.formUnion(["pages", "total"])
        case .offset: known.insert("total")
        case .cursor: known.formUnion(["at", "field", "id"])
        case .none, .links, .url: break
        }
        if let unknown = members.list.first(where: { !known.contains($0.key) && $0.key != "from" }) {
            throw Self.error(unknown.node, "'\(unknown.key)' doesn't go with '\(kind)'.")
        }
        if let from = members["from"], kind == "cursor" || kind == "url" {
            throw Self.error(from, "'from' doesn't go with '\(kind)'.")
        }
        items = texts["items"]
        pages = texts["pages"]
        total = texts["total"]
        more = texts["more"]
        last = texts["last"]
    }

    private static func way(
        _ kind: String,
        _ value: String,
        _ texts: [String: String],
        _ node: Node
    ) throws(GenerationError) -> Way {
        switch kind {
        case "page": return .page(value)
        case "offset": return .offset(value)
        case "url": return .url(value)
        default:
            let sources = [
                texts["at"].map { Source.property($0) }, texts["field"].map { .headerField($0) },
                texts["id"].map { .lastItem($0) },
            ].compactMap { $0 }
            guard let source = sources.first, sources.count == 1 else {
                throw error(node, "'cursor' needs one of 'at', 'field' and 'id'.")
            }
            if case .lastItem = source, texts["items"] == nil {
                throw error(node, "'id' needs 'items', whose last one has it.")
            }
            return .cursor(value, source)
        }
    }

    private static func error(_ node: Node, _ problem: String) -> GenerationError {
        GenerationError("\(node.file.name):\(node.line)", "The pages of '\(operation(node))' are wrong. \(problem)")
    }

    private static func operation(_ node: Node) -> String {
        let path = node.path
        return path.count > 1 ? path[1] : node.key
    }
}
