/// Finds the types that contain themselves, and stores them by references.
enum Indirection {
    static func mark(_ declarations: [Declaration]) {
        let all = declarations.flatMap { $0.withNested }
        for group in cycles(all, through: { $0.inlineParts }) {
            for declaration in group { if case .union = declaration.kind { declaration.isIndirect = true } }
        }
        // An indirect enum breaks each cycle through it. The others consist of structs alone.
        let structs = all.filter { if case .object = $0.kind { true } else { false } }
        for group in cycles(structs, through: { $0.inlineParts.filter { !$0.isIndirect } }) {
            let members = Set(group.map { ObjectIdentifier($0) })
            for declaration in group {
                guard case .object(let object) = declaration.kind else { continue }
                for property in object.properties {
                    guard let type = property.type.inlineDeclaration else { continue }
                    property.isBoxed = members.contains(ObjectIdentifier(type))
                }
            }
        }
    }

    /// The groups of types that contain each other, by Tarjan's algorithm without recursion.
    private static func cycles(
        _ nodes: [Declaration],
        through edges: (Declaration) -> [Declaration]
    ) -> [[Declaration]] {
        var groups: [[Declaration]] = []
        var index: [ObjectIdentifier: Int] = [:]
        var low: [ObjectIdentifier: Int] = [:]
        var stack: [Declaration] = []
        var onStack: Set<ObjectIdentifier> = []
        for start in nodes where index[ObjectIdentifier(start)] == nil {
            var work: [(node: Declaration, edges: [Declaration], next: Int)] = []
            func visit(_ node: Declaration) {
                index[ObjectIdentifier(node)] = index.count
                low[ObjectIdentifier(node)] = index.count - 1
                stack.append(node)
                onStack.insert(ObjectIdentifier(node))
                work.append((node, edges(node), 0))
            }
            visit(start)
            while let top = work.last {
                let id = ObjectIdentifier(top.node)
                if top.next < top.edges.count {
                    work[work.count - 1].next += 1
                    let target = top.edges[top.next]
                    let targetID = ObjectIdentifier(target)
                    if index[targetID] == nil {
                        visit(target)
                    } else if onStack.contains(targetID) {
                        low[id] = min(low[id] ?? 0, index[targetID] ?? 0)
                    }
                    continue
                }
                work.removeLast()
                if let parent = work.last {
                    let parentID = ObjectIdentifier(parent.node)
                    low[parentID] = min(low[parentID] ?? 0, low[id] ?? 0)
                }
                guard low[id] == index[id] else { continue }
                var group: [Declaration] = []
                while let member = stack.popLast() {
                    onStack.remove(ObjectIdentifier(member))
                    group.append(member)
                    if member === top.node { break }
                }
                if group.count > 1 || top.edges.contains(where: { $0 === top.node }) { groups.append(group) }
            }
        }
        return groups
    }
}

extension Declaration {
    fileprivate var inlineParts: [Declaration] { parts.compactMap(\.inlineDeclaration) }
}
