import _TalynSupport

/// The common shape of JSON values: their types and their members. All elements of an array have one shape.
struct JSONShape {
    /// The names of the types, except null.
    var kinds: Set<String> = []
    var hasNull = false
    /// The number of objects.
    var objects = 0
    /// The members of the objects, and the number of objects that have them.
    var members: [String: (shape: JSONShape, count: Int)] = [:]
    /// The shape of the arrays' elements, if there are arrays. An array, since a struct can't contain itself.
    var elements: [JSONShape] = []

    init() {}

    init(_ node: JSONNode) {
        add(node)
    }

    mutating func add(_ node: JSONNode) {
        switch node {
        case .null:
            hasNull = true
            return
        case .bool, .number, .string:
            break
        case .array(let nodes):
            guard !nodes.isEmpty else { break }
            var shape = elements.popLast() ?? JSONShape()
            for node in nodes { shape.add(node) }
            elements = [shape]
        case .object(let nodes):
            objects += 1
            for (name, group) in Dictionary(grouping: nodes, by: \.name) {
                guard let last = group.last else { continue }
                members[name, default: (JSONShape(), 0)].shape.add(last.value)
                members[name]?.count += 1
            }
        }
        kinds.insert(node.kind)
    }

    /// The differences of another shape to this recorded one.
    func differences(to live: JSONShape, at path: String = "") -> [DriftReport.Change] {
        var changes: [DriftReport.Change] = []
        let place = path.isEmpty ? "." : path
        if !kinds.isEmpty {
            if !live.kinds.isSubset(of: kinds) {
                changes.append(
                    .type(path: place, recorded: Self.text(kinds), live: Self.text(live.kinds))
                )
            }
            if live.hasNull, !hasNull { changes.append(.mayBeNull(path: place)) }
        }
        if objects > 0, live.objects > 0 {
            for name in Set(members.keys).union(live.members.keys).sorted() {
                changes += memberDifferences(name, live, path)
            }
        }
        if let elements = elements.first, let others = live.elements.first {
            changes += elements.differences(to: others, at: path + "[]")
        }
        return changes
    }

    private func memberDifferences(_ name: String, _ live: JSONShape, _ path: String) -> [DriftReport.Change] {
        let path = path.isEmpty ? name : "\(path).\(name)"
        switch (members[name], live.members[name]) {
        case (let recorded?, let other?):
            var changes = recorded.shape.differences(to: other.shape, at: path)
            if recorded.count == objects, other.count < live.objects { changes.append(.notAlways(path: path)) }
            return changes
        case (_?, nil):
            return [.missing(path: path)]
        case (nil, let other?):
            return [.added(path: path, type: other.shape.text)]
        case (nil, nil):
            return []
        }
    }

    /// The names of the types.
    var text: String { kinds.isEmpty ? "null" : Self.text(kinds) }

    private static func text(_ kinds: Set<String>) -> String { kinds.sorted().joined(separator: " or ") }
}
