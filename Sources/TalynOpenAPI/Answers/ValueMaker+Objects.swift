import TalynStubs
import _TalynSupport

extension ValueMaker {
    func object(_ parts: Parts, _ attempt: Int, _ depth: Int) -> JSONNode {
        let properties = parts.list.flatMap(\.properties).grouped(by: \.name).map {
            ($0.key, $0.elements.map(\.schema))
        }
        let required = parts.list.reduce(into: Set<String>()) { $0.formUnion($1.required) }
        let additional = parts.list.compactMap { $0.keyword("additionalProperties") }
        let others = required.subtracting(properties.map(\.0)).sorted().map { ($0, additional) }
        let allowed = closedNames(parts)
        var members: [JSONNode.Member] = []
        for (name, schemas) in properties + others {
            if allowed?.contains(name) == false { continue }
            if schemas.contains(where: { $0.isWriteOnly || $0.node.bool == false }) { continue }
            let isRequired = required.contains(name)
            guard isRequired || hasOptional(attempt, depth) || parts.discriminators[name] != nil else { continue }
            if let value = parts.discriminators[name] {
                members.append(JSONNode.Member(name, value))
                continue
            }
            let (value, fits) = make(schemas, depth: depth + 1, name: name)
            if isRequired || fits { members.append(JSONNode.Member(name, value)) }
        }
        addOthers(to: &members, parts, attempt, depth, isClosed: allowed != nil)
        let surplusCount = max(0, members.count - parts.most("maxProperties", upTo: 10_000))
        let surplus = Set(members.filter { !required.contains($0.name) }.suffix(surplusCount).map(\.name))
        members.removeAll { surplus.contains($0.name) }
        return .object(members.sorted { $0.name < $1.name })
    }

    /// Whether the next optional member is there: in the first attempt all of them, then none, then some.
    private func hasOptional(_ attempt: Int, _ depth: Int) -> Bool {
        if depth >= Self.fullDepth { return attempt > 3 && random.number(in: 0...3) == 0 }
        return attempt < 2 || attempt > 3 && random.number(in: 0...1) == 1
    }

    /// The names that objects can have; nil if they can have any.
    private func closedNames(_ parts: Parts) -> Set<String>? {
        let closed = parts.list.filter { $0.node["additionalProperties"]?.bool == false }
        let names = closed.map { Set($0.properties.map(\.name)) }
        return names.dropFirst().reduce(names.first) { $0?.intersection($1) }
    }

    /// Adds members whose names are data.
    private func addOthers(
        to members: inout [JSONNode.Member],
        _ parts: Parts,
        _ attempt: Int,
        _ depth: Int,
        isClosed: Bool
    ) {
        let minimum = parts.least("minProperties", upTo: 100)
        let patterned = parts.list.flatMap { $0.named("patternProperties") }
        let additional = parts.list.compactMap { $0.keyword("additionalProperties") }
        let isMap = members.isEmpty && depth < Self.fullDepth && attempt < 2
        let hasValues = !additional.isEmpty || !patterned.isEmpty
        var count = max(minimum - members.count, isMap && hasValues ? 1 : 0)
        count = min(count, max(0, parts.most("maxProperties", upTo: 10_000) - members.count))
        guard count > 0, !isClosed || !patterned.isEmpty else { return }
        let names = parts.list.compactMap { $0.keyword("propertyNames") }
        for index in 0..<count + 20 where count > 0 {
            let name: String
            let schemas: [Schema]
            if let (pattern, schema) = patterned.first, isClosed || additional.isEmpty {
                name = PatternText(pattern)?.text(extra: index, &random) ?? "key\(index + 1)"
                schemas = [schema]
            } else {
                name = names.isEmpty ? "key\(index + 1)" : make(names, depth: depth + 1, name: "").value.text ?? "key"
                schemas = additional
            }
            guard !members.contains(where: { $0.name == name }) else { continue }
            let (value, fits) = make(schemas, depth: depth + 1, name: "")
            if !fits, members.count >= minimum { break }
            members.append(JSONNode.Member(name, value))
            count -= 1
        }
    }
}
