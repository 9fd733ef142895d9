#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The value of a parameter, which its style writes.
indirect enum ParameterTree {
    case nothing
    case text(String)
    case array([ParameterTree])
    case object([(name: String, value: ParameterTree)])

    /// - Throws: The error of a value that can't be encoded, such as a number that isn't finite.
    init(_ value: some Encodable) throws {
        switch value {
        case let text as String: self = .text(text)
        case let number as Int: self = .text(String(number))
        case let bool as Bool: self = .text(bool ? "true" : "false")
        case let text as any RawRepresentable<String>: self = .text(text.rawValue)
        default: self.init(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)))
        }
    }

    init(_ value: JSONValue) {
        switch value {
        case .null: self = .nothing
        case .bool(let bool): self = .text(bool ? "true" : "false")
        case .integer(let number): self = .text(String(number))
        case .number(let number): self = .text(Int64(exactly: number).map { String($0) } ?? number.description)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .array(elements.map { ParameterTree($0) })
        case .object(let members):
            self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, ParameterTree($0.value)) })
        }
    }

    /// The texts of a scalar, or of the elements of an array. An object has each name before its value.
    var texts: [String] {
        switch self {
        case .nothing: []
        case .text(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap { member in member.value.texts.flatMap { [member.name, $0] } }
        }
    }

    /// The names and texts of an object's members.
    var pairs: [(name: String, text: String)] {
        guard case .object(let members) = self else { return [] }
        return members.flatMap { member in member.value.texts.map { (member.name, $0) } }
    }

    /// The names and texts with brackets for the members inside, as in `price[max]=5` and `items[0][id]=7`.
    func bracketed(_ name: String) -> [(name: String, text: String)] {
        switch self {
        case .nothing: []
        case .text(let text): [(name, text)]
        case .array(let elements):
            elements.enumerated().flatMap { index, element in element.bracketed("\(name)[\(index)]") }
        case .object(let members): members.flatMap { $0.value.bracketed("\(name)[\($0.name)]") }
        }
    }
}

extension String {
    /// A value as JSON, with the names in order, so that equal values are equal texts.
    ///
    /// - Throws: The error of a value that can't be encoded.
    init(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
