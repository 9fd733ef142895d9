/// Finds the types that contain themselves, and stores them by references.
enum Indirection {
    static func mark(_ declarations: [Declaration]) {
        let all = declarations.flatMap { $0.withNested }
        for group in cycles(all, through: { $0.inlineParts }) {
            for declaration in group { if case .union = declaration.kind { declaration.isIndirect = true } }
        }
        // An indirect enum breaks each cycle through it. The others consist of structs alone.
        let structs = all.filter { $0.structure != nil }
        for group in cycles(structs, through: { $0.inlineParts.filter { !$0.isIndirect } }) {
            let members = Set(group.map { ObjectIdentifier($0) })
            for declaration in group {
                for property in declaration.structure?.properties ?? [] {
                    guard let type = property.type.inlineDeclaration else { continue }
                    property.isBoxed = members.contains(ObjectIdentifier(type))
                }
            }
        }
    }

    /// The groups of types that contain each other: by the order in which all types inside one are known, and then by the types around
    /// (Kosaraju's algorithm, without recursion).
    private static func cycles(
        _ nodes: [Declaration],
        through edges: (Declaration) -> [Declaration]
    ) -> [[Declaration]] {
        var order: [Declaration] = []
        var outer: [ObjectIdentifier: [Declaration]] = [:]
        var known: Set<ObjectIdentifier> = []
        var work = nodes.map { (node: $0, isKnown: false) }
        while let (node, isKnown) = work.popLast() {
            if isKnown {
                order.append(node)
            } else if known.insert(ObjectIdentifier(node)).inserted {
                let inner = edges(node)
                for part in inner { outer[ObjectIdentifier(part), default: []].append(node) }
                work += [(node, true)] + inner.map { ($0, false) }
            }
        }
        var groups: [[Declaration]] = []
        while let start = order.popLast() {
            var group: [Declaration] = []
            var stack = [start]
            while let node = stack.popLast() {
                guard known.remove(ObjectIdentifier(node)) != nil else { continue }
                group.append(node)
                stack += outer[ObjectIdentifier(node)] ?? []
            }
            if group.count > 1 || !group.isEmpty && edges(start).contains(where: { $0 === start }) {
                groups.append(group)
            }
        }
        return groups
    }
}

extension Declaration {
    fileprivate var inlineParts: [Declaration] { parts.compactMap(\.inlineDeclaration) }
}
