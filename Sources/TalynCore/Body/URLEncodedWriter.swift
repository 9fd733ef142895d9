import _TalynSupport

/// Writes the members of a form as percent-encoded `name=value` pairs.
///
/// Uses two buffers: one for the output, and one for the current name, which grows and shrinks with the nesting.
struct URLEncodedWriter {
    private let options: CodingOptions
    private let allowed = ASCIISet.urlQueryParameter
    private(set) var bytes: [UInt8] = []
    /// The current name before percent-encoding.
    private var name: [UInt8] = []

    init(_ options: CodingOptions) {
        self.options = options
        bytes.reserveCapacity(512)
        name.reserveCapacity(64)
    }

    /// Writes members in the order of their names.
    mutating func write(_ members: [FormNode.Member]) {
        write(members, isNested: false)
    }

    private mutating func write(_ members: [FormNode.Member], isNested: Bool) {
        let members = members.sorted { $0.name < $1.name }
        let outerCount = name.count
        for (index, member) in members.enumerated() {
            // The last member of a name counts. It is the last one here, too, since the sort is stable.
            if index + 1 < members.count, members[index + 1].name == member.name { continue }
            if isNested {
                appendToName(brackets: member.name)
            } else {
                name.append(contentsOf: member.name.utf8)
            }
            write(member.node)
            name.removeSubrange(outerCount...)
        }
    }

    private mutating func write(_ node: FormNode) {
        switch node.content {
        case .nothing:
            break
        case .text(let text):
            writePair(text)
        case .bool(let bool):
            writePair(text(of: bool))
        case .array(let elements):
            let outer = name
            for (index, element) in elements.enumerated() {
                appendToName(element: index)
                write(element)
                name.replaceSubrange(0..., with: outer)
            }
        case .object(let members):
            write(members, isNested: true)
        }
    }

    private mutating func appendToName(element index: Int) {
        switch options.arrays {
        case .brackets: appendToName(brackets: "")
        case .noBrackets: break
        case .indexInBrackets: appendToName(brackets: String(index))
        case .custom(let make): name = Array(make(String(decoding: name, as: UTF8.self), index).utf8)
        }
    }

    private mutating func appendToName(brackets content: String) {
        name.append(UInt8(ascii: "["))
        name.append(contentsOf: content.utf8)
        name.append(UInt8(ascii: "]"))
    }

    private mutating func writePair(_ value: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        PercentEncoding.append(name, allowed: allowed, to: &bytes)
        bytes.append(UInt8(ascii: "="))
        PercentEncoding.append(value.utf8, allowed: allowed, to: &bytes)
    }

    private func text(of bool: Bool) -> String {
        switch options.booleans {
        case .numeric: bool ? "1" : "0"
        case .literal: bool ? "true" : "false"
        }
    }

    /// A number without a fraction is written without one, as Foundation describes numbers.
    static func text(of double: Double) -> String {
        Int64(exactly: double).map { String($0) } ?? double.description
    }
}
