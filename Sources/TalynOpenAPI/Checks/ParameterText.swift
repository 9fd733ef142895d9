import TalynCore
import TalynStubs
import _TalynSupport

/// The text of a parameter or a form, split by its style, before its schema says what the texts are.
indirect enum ParameterText {
    case text(String)
    case list([ParameterText])
    case members([(name: String, value: ParameterText)])

    /// A list from texts; one without a delimiter is a text.
    static func split(_ encoded: some StringProtocol, by delimiters: [String]) -> [String] {
        var pieces = [String(encoded)]
        for delimiter in delimiters {
            pieces = pieces.flatMap {
                $0.split(separator: delimiter, omittingEmptySubsequences: false).map { String($0) }
            }
        }
        return pieces.map { $0.percentDecoded ?? $0 }
    }

    /// The members of pairs such as `R=100`, or of names and texts in turn.
    static func members(_ texts: [String], pairs: Bool) -> ParameterText {
        if pairs {
            return .members(
                texts.map { text in
                    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    return (String(parts.first ?? ""), .text(parts.count > 1 ? String(parts[1]) : ""))
                }
            )
        }
        return .members(
            stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], .text(texts[$0 + 1])) }
        )
    }

    /// The tree of names with brackets after the parameter's own, such as `price[max]` and `items[0][id]`.
    static func bracketed(_ items: [(path: [String], text: String)], depth: Int = 0) -> ParameterText {
        let texts = items.filter { $0.path.count <= depth }.map { ParameterText.text($0.text) }
        let inner = items.filter { $0.path.count > depth }
        guard let first = inner.first, depth < 50 else {
            return texts.count == 1 ? texts[0] : .list(texts)
        }
        let groups = inner.grouped { $0.path[depth] }
        // `items[]=a&items[]=b` are the elements of one array.
        if first.path[depth].isEmpty, groups.count == 1, inner.allSatisfy({ $0.path.count == depth + 1 }) {
            return .list(inner.map { .text($0.text) })
        }
        let members = groups.map { ($0.key, bracketed($0.elements, depth: depth + 1)) }
        return groups.map(\.key) == [""] ? .list(members.map(\.1)) : .members(members)
    }

    /// The values of members whose names are all indices, sorted by them; nil for other names.
    static func elements(
        _ members: [(name: String, value: ParameterText)]
    ) -> (values: [ParameterText], isFromZero: Bool)? {
        let elements = members.compactMap { member in Int(member.name).map { (index: $0, value: member.value) } }
            .sorted { $0.index < $1.index }
        guard elements.count == members.count, let first = elements.first, let last = elements.last else { return nil }
        return (elements.map(\.value), first.index == 0 && last.index == elements.count - 1)
    }

    /// The names in brackets after a name; nil for another name.
    static func path(_ name: String, after parameter: String) -> [String]? {
        guard name.hasPrefix(parameter) else { return nil }
        var rest = name.dropFirst(parameter.count)
        var path: [String] = []
        while rest.first == "[", let end = rest.firstIndex(of: "]") {
            path.append(String(rest[rest.index(after: rest.startIndex)..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty ? path : nil
    }
}

extension SchemaChecker {
    /// The JSON value of a text, as the schema has it.
    func value(of text: ParameterText, _ schema: Schema?, depth: Int = 0) -> JSONNode {
        let kinds = schema?.kinds ?? []
        switch text {
        case .text(let text):
            // A list of one element has no delimiter.
            if depth < 50, kinds.contains("array"), kinds.isDisjoint(with: ["string", "number", "integer", "boolean"]) {
                return .array([value(of: .text(text), schema?.element, depth: depth + 1)])
            }
            return scalar(text, schema, kinds)
        case .list(let elements):
            let element = schema?.element
            return .array(elements.map { depth < 50 ? value(of: $0, element, depth: depth + 1) : .null })
        case .members(let members):
            // The names are the keys of a map, or the indices of an array. Where both are allowed, indices begin with 0.
            let elements = ParameterText.elements(members)
            if kinds.contains("array"), !kinds.contains("object") || elements?.isFromZero == true {
                return value(of: .list(elements?.values ?? members.map(\.value)), schema, depth: depth)
            }
            let values = members.map { member in
                JSONNode.Member(
                    member.name,
                    depth < 50
                        ? value(of: member.value, self.schema(ofMember: member.name, in: schema), depth: depth + 1)
                        : .null
                )
            }
            return .object(values.sorted { $0.name < $1.name })
        }
    }

    func schema(ofMember name: String, in schema: Schema?) -> Schema? {
        schema?.property(name) { patterns.matches(name, $0) == true }
    }

    /// The reading of a text that fits the schema, or else the one whose fault says more.
    private func scalar(_ text: String, _ schema: Schema?, _ kinds: Set<String>) -> JSONNode {
        guard let schema else { return .string(text) }
        var readings: [JSONNode] = []
        if text.first.map({ $0.isNumber || $0 == "-" }) == true, let node = JSONNode(text: text),
            case .number = node
        {
            readings.append(node)
        }
        if text == "true" || text == "false" { readings.append(.bool(text == "true")) }
        readings.append(.string(text))
        if text.isEmpty || text == "null" { readings.append(.null) }
        let direction = direction
        let faults = readings.map { self.faults(of: $0, schema, direction) }
        if let index = faults.firstIndex(where: \.isEmpty) { return readings[index] }
        return zip(readings, faults).first { $1.allSatisfy { $0.rule != .type } }?.0 ?? .string(text)
    }
}
