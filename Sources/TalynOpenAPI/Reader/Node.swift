/// A value of a document, with its place in the file.
///
/// A class, since several parts refer to one value, and since its identity tells whether two references have one target.
///
/// A value remembers what it was asked for, so that ``Ledger`` finds the values that nobody asked for, and those of the wrong kind.
final class Node {
    enum Value {
        case null
        case bool(Bool)
        /// The digits of a number, as in the document.
        case number(String)
        case string(String)
        case array([Node])
        case object(NodeMembers)

        var isUInt64: Bool { if case .number(let digits) = self { UInt64(digits) != nil } else { false } }

        var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

        var text: String? { if case .string(let text) = self { text } else { nil } }

        /// A whole number. `1.0` is one, too.
        var integer: Int? {
            guard case .number(let digits) = self else { return nil }
            return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
        }

        /// Text, or the text of a number or a Boolean, as YAML has it without quotation marks.
        var scalarText: String? {
            switch self {
            case .string(let text), .number(let text): text
            case .bool(let bool): bool ? "true" : "false"
            case .null, .array, .object: nil
            }
        }
    }

    /// The kinds for which readers asked a value.
    struct Uses: OptionSet {
        let rawValue: UInt8

        static let object = Uses(rawValue: 1)
        static let array = Uses(rawValue: 2)
        static let text = Uses(rawValue: 4)
        static let bool = Uses(rawValue: 8)
        static let number = Uses(rawValue: 16)
        /// A reader looked at the value, whatever its kind.
        static let any = Uses(rawValue: 32)
        /// The value had a kind that it was asked for.
        static let fitting = Uses(rawValue: 64)
        static let source = Uses(rawValue: 128)
    }

    /// The value, for code that only looks through the document. The value stays unread.
    fileprivate(set) var unread = Value.null
    private(set) var uses: Uses = []

    /// The value, for code that handles each kind.
    var value: Value {
        uses.formUnion([.any, .fitting])
        return unread
    }

    /// The line of the value's first character, counted from 1.
    let line: Int
    /// The name of the member, or the index of the element.
    let key: String
    let file: SourceFile
    /// The parent lives as long as the file, which holds the root.
    private unowned(unsafe) let parent: Node?

    init(in file: SourceFile, parent: Node?, key: String, line: Int) {
        self.file = file
        self.parent = parent
        self.key = key
        self.line = line
    }

    func set(_ value: Value) { unread = value }

    /// The value of a kind; nil for a value of another kind, which ``Ledger`` reports.
    fileprivate func value<Kind>(_ kind: Uses, _ convert: (Value) -> Kind?) -> Kind? {
        let result = convert(unread)
        uses.formUnion(result == nil ? kind : [kind, .fitting])
        return result
    }

    fileprivate func markFitting(_ kind: Uses) { uses.formUnion([kind, .fitting]) }

    func use() { uses.insert(.source) }

    /// Says that the sources have the value and all values inside, by those of another one that is the same.
    func useAll() {
        var stack = [self]
        while let node = stack.popLast() {
            node.use()
            stack += node.children
        }
    }
}

final class SourceFile {
    let name: String
    /// The absolute path, by which references find other files.
    let path: String
    var root: Node?

    init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}

/// The members of an object, in the order of the document.
struct NodeMembers {
    private(set) var list: [(key: String, node: Node)] = []
    private var index: [String: Int] = [:]

    /// Adds a member, and returns whether its name is new. Of two members with one name, the first counts.
    @discardableResult
    mutating func append(_ key: String, _ node: Node) -> Bool {
        guard index[key] == nil else { return false }
        index[key] = list.count
        list.append((key, node))
        return true
    }

    /// Adds a member of the document. A second one with its name is reported.
    mutating func append(_ node: Node, _ diagnostics: Diagnostics) {
        if !append(node.key, node) {
            diagnostics.skip(node, "The name '\(node.key)' occurs twice. The first counts.")
        }
    }

    subscript(_ key: String) -> Node? { index[key].map { list[$0].node } }
}

extension Node {
    subscript(_ key: String) -> Node? { members?[key] }

    /// The member of an object, or the element of an array. The value stays unread.
    func child(_ key: String) -> Node? {
        switch unread {
        case .object(let members): members[key]
        case .array(let elements): Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        default: nil
        }
    }

    var members: NodeMembers? {
        // Most values are asked for this, so it has its own way.
        guard case .object(let members) = unread else { return value(.object) { _ in nil } }
        markFitting(.object)
        return members
    }
    var elements: [Node]? { value(.array) { if case .array(let elements) = $0 { elements } else { nil } } }
    var text: String? { value(.text) { $0.text } }
    var bool: Bool? { value(.bool) { $0.bool } }
    var isNull: Bool { if case .null = unread { true } else { false } }

    /// A whole number. `1.0` is one, too.
    var integer: Int? {
        guard case .number = unread else { return value(.number) { _ in nil } }
        markFitting(.number)
        return unread.integer
    }

    /// Text, or the text of a number or a Boolean, as YAML has it without quotation marks.
    var scalarText: String? { value(.text) { $0.scalarText } }

    var kind: String {
        switch unread {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The names and indices from the root to the value.
    var path: [String] {
        var keys: [String] = []
        var node = self
        while let parent = node.parent {
            keys.append(node.key)
            node = parent
        }
        return keys.reversed()
    }

    /// The JSON pointer of the value (RFC 6901), as a URI fragment.
    var pointer: String {
        path.reduce("#") { $0.pointer(to: $1) }
    }

    /// The text of `$ref`. The value stays unread.
    var reference: String? { if case .string(let text)? = child("$ref")?.unread { text } else { nil } }

    var children: [Node] {
        switch unread {
        case .object(let members): members.list.map(\.node)
        case .array(let elements): elements
        default: []
        }
    }

    /// The same object with members of another one in place of its own: those with some names, or all.
    func overlaid(by other: Node, _ names: Set<String>? = nil) -> Node {
        guard case .object(let own) = unread, case .object(let others) = other.unread else { return self }
        var members = NodeMembers()
        for (name, node) in others.list where name != "$ref" && names?.contains(name) ?? true {
            members.append(name, node)
        }
        guard !members.list.isEmpty else { return self }
        // The other object has the marks from now on.
        markFitting(.object)
        use()
        for (name, node) in own.list { members.append(name, node) }
        let node = Node(in: file, parent: parent, key: key, line: line)
        node.set(.object(members))
        return node
    }

    /// The own URI of a document, without a mark.
    var ownLocation: String? { if case .string(let text)? = child("$self")?.unread { text } else { nil } }

    /// The nearest value around this one with a property.
    func ancestor(where condition: (Node) -> Bool) -> Node? {
        parent.flatMap { sequence(first: $0, next: \.parent).first(where: condition) }
    }
}
