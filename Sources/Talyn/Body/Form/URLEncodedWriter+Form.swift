import Foundation

extension URLEncodedWriter {
    /// Writes the members of a value that has encoded itself.
    mutating func write(_ members: [FormNode.Member]) throws {
        for member in sorted(members) {
            name.removeAll(keepingCapacity: true)
            name.append(contentsOf: member.name.utf8)
            write(member.node)
        }
    }

    private mutating func write(_ node: FormNode) {
        let outer = name
        switch node.content {
        case .nothing:
            break
        case .text(let text):
            writePair(text)
        case .bool(let bool):
            writePair(text(of: bool))
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                appendToName(element: index)
                write(element)
                name.replaceSubrange(0..., with: outer)
            }
        case .object(let members):
            for member in sorted(members) {
                appendToName(member: member.name)
                write(member.node)
                name.replaceSubrange(0..., with: outer)
            }
        }
    }

    private func sorted(_ members: [FormNode.Member]) -> [FormNode.Member] {
        sortsKeys ? members.sorted { $0.name < $1.name } : members
    }
}
