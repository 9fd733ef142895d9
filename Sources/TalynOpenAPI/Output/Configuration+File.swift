extension Configuration {
    /// Reads a configuration from a file in YAML or JSON.
    ///
    /// - Throws: ``GenerationError`` with the line of a name or a value that no configuration has.
    public init(contentsOf path: String) throws(GenerationError) {
        let files = DocumentFiles(Diagnostics())
        defer { files.removeAll() }
        try self.init(files.read(path))
    }

    init(text: String) throws(GenerationError) {
        let files = DocumentFiles(Diagnostics())
        defer { files.removeAll() }
        try self.init(files.read(text: text, path: "/talyn.yaml"))
    }

    private init(_ file: SourceFile) throws(GenerationError) {
        self.init()
        guard let root = file.root, let members = root.members else {
            throw GenerationError(file.name, "A configuration must be an object.")
        }
        for (key, node) in members.list {
            switch key {
            case "name": name = try node.required(node.text, "a text")
            case "conformance":
                let value = node.text.flatMap { Conformance(rawValue: $0) }
                conformance = try node.required(value, "'none', 'equatable' or 'hashable'")
            case "types": types = try names(node)
            case "properties": properties = try names(node)
            case "cases": cases = try names(node)
            case "operations": operations = try names(node)
            case "tags": tags = try names(node)
            case "only": only = try node.list()
            case "except": except = try node.list()
            case "pages":
                for (id, rule) in try node.required(node.members, "an object").list { pages[id] = try PageChoice(rule) }
            case "ends":
                for (id, end) in try node.required(node.members, "an object").list { ends[id] = try EndChoice(end) }
            default:
                let known = "name, conformance, types, properties, cases, operations, tags, only, except, pages, ends"
                throw node.error("'\(key)' is unknown. The names are \(known).")
            }
        }
    }

    private mutating func names(_ node: Node) throws(GenerationError) -> [String: String] {
        var result: [String: String] = [:]
        for (key, name) in try node.required(node.members, "an object").list {
            result[key] = try name.required(name.text, "a text")
            places["\(node.key) \(key)"] = (name.file.name, name.line)
        }
        return result
    }
}

extension Node {
    fileprivate func required<Value>(_ value: Value?, _ kind: String) throws(GenerationError) -> Value {
        guard let value else { throw error("'\(key)' must be \(kind).") }
        return value
    }

    fileprivate func list() throws(GenerationError) -> [String] {
        var result: [String] = []
        for node in try required(elements, "an array") { result.append(try node.required(node.text, "a text")) }
        return result
    }
}
