/// A value of a document, with its place in the file.
///
/// A class, since several parts refer to one value, and since its identity tells whether two references have one target.
final class Node {
    enum Value {
        case null
        case bool(Bool)
        /// The digits of a number, as in the document.
        case number(String)
        case string(String)
        case array([Node])
        case object(NodeMembers)
    }

    fileprivate(set) var value = Value.null
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

    func set(_ value: Value) { self.value = value }
}

/// One file of a document.
final class SourceFile {
    /// The path for messages.
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

    /// Adds a member. Of two members with one name, the first counts.
    ///
    /// - Returns: Whether the name is new.
    mutating func append(_ key: String, _ node: Node) -> Bool {
        if let known = index.updateValue(list.count, forKey: key) {
            index[key] = known
            return false
        }
        list.append((key, node))
        return true
    }

    subscript(_ key: String) -> Node? { index[key].map { list[$0].node } }
}

extension Node {
    subscript(_ key: String) -> Node? { members?[key] }

    /// The member of an object, or the element of an array.
    func child(_ key: String) -> Node? {
        switch value {
        case .object(let members): members[key]
        case .array(let elements): Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        default: nil
        }
    }

    var members: NodeMembers? { if case .object(let members) = value { members } else { nil } }
    var elements: [Node]? { if case .array(let elements) = value { elements } else { nil } }
    var text: String? { if case .string(let text) = value { text } else { nil } }
    var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }
    var isNull: Bool { if case .null = value { true } else { false } }

    /// A whole number. `1.0` is one, too.
    var integer: Int? {
        guard case .number(let digits) = value else { return nil }
        return Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
    }

    /// Text, or the text of a number or a Boolean, as YAML has it without quotation marks.
    var scalarText: String? {
        switch value {
        case .string(let text), .number(let text): text
        case .bool(let bool): bool ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// The name of the value's type.
    var kind: String {
        switch value {
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
        "#" + path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    /// The nearest value around this one with a property.
    func ancestor(where condition: (Node) -> Bool) -> Node? {
        var node = parent
        while let current = node {
            if condition(current) { return current }
            node = current.parent
        }
        return nil
    }
}
