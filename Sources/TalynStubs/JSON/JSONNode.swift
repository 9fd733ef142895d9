import TalynCore
import _TalynSupport

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A JSON value without loss: numbers keep their digits.
package enum JSONNode: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The digits of a decimal number.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONNode

        package init(_ name: String, _ value: JSONNode) {
            self.name = name
            self.value = value
        }
    }
}

extension JSONNode {
    /// The member of an object.
    package subscript(_ name: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The value at a path of member names and indices, joined by dots; nil if the path leads nowhere.
    package func value(atKeyPath keyPath: String) -> JSONNode? {
        keyPath.split(separator: ".").reduce(self as JSONNode?) { value, key in
            switch value {
            case .object: value?[String(key)]
            case .array(let elements): Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: nil
            }
        }
    }

    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    package var elements: [JSONNode]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The name of the value's type.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    package static func integer(_ value: some FixedWidthInteger) -> JSONNode { .number(String(value)) }

    /// A date in the form of RFC 3339, to the millisecond.
    package static func date(_ date: Date) -> JSONNode {
        .string(date.rfc3339Milliseconds)
    }

    /// A number of milliseconds, to the microsecond.
    package static func milliseconds(_ duration: Duration) -> JSONNode {
        let (seconds, attoseconds) = duration.components
        let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
        let rounded = max(0, (milliseconds * 1e3).rounded() / 1e3)
        return rounded == rounded.rounded() && rounded < 1e15 ? .integer(Int64(rounded)) : .number("\(rounded)")
    }

    /// An object of the members with a value.
    package static func object(_ members: KeyValuePairs<String, JSONNode?>) -> JSONNode {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }
}
