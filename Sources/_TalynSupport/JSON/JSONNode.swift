/// A JSON value without loss: numbers keep their digits.
public enum JSONNode: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The digits of a decimal number.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONNode

        public init(_ name: String, _ value: JSONNode) {
            self.name = name
            self.value = value
        }
    }
}

extension JSONNode {
    /// The member of an object.
    public subscript(_ name: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The value at a path of member names and indices, joined by dots; nil if the path leads nowhere.
    public func value(atKeyPath keyPath: String) -> JSONNode? {
        keyPath.split(separator: ".").reduce(self as JSONNode?) { value, key in
            switch value {
            case .object: value?[String(key)]
            case .array(let elements): Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: nil
            }
        }
    }

    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    public var elements: [JSONNode]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The name of the value's type.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    public static func integer(_ value: some FixedWidthInteger) -> JSONNode { .number(String(value)) }

    /// An object of the members with a value.
    public static func object(_ members: KeyValuePairs<String, JSONNode?>) -> JSONNode {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    public init(arrayLiteral elements: JSONNode...) {
        self = .array(elements)
    }

    public init(dictionaryLiteral elements: (String, JSONNode)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
