import _TalynFoundation

// The texts of a parameter's value, which the styles write.

extension JSONValue {
    /// The JSON of a value. The usual types don't pass through a text.
    ///
    /// - Throws: The error of a value that can't be encoded, such as a number that isn't finite.
    init(encoding value: some Encodable) throws {
        switch value {
        case let text as String: self = .string(text)
        case let number as Int: self = .integer(Int64(number))
        case let bool as Bool: self = .bool(bool)
        case let text as any RawRepresentable<String>: self = .string(text.rawValue)
        default: self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
        }
    }

    /// The text of a scalar; nil for another value.
    var scalarText: String? {
        switch self {
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): Int64(exactly: number).map { String($0) } ?? number.description
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }

    /// The members of an object in the order of their names; none for another value.
    var sortedMembers: [(key: String, value: JSONValue)] {
        guard case .object(let members) = self else { return [] }
        return members.sorted { $0.key < $1.key }
    }

    /// The texts of a scalar, or of the elements of an array. An object has each name before its value.
    var texts: [String] {
        switch self {
        case .array(let elements): elements.flatMap(\.texts)
        case .object: sortedMembers.flatMap { member in member.value.texts.flatMap { [member.key, $0] } }
        default: scalarText.map { [$0] } ?? []
        }
    }

    /// The names and texts of an object's members.
    var pairs: [(name: String, text: String)] {
        sortedMembers.flatMap { member in member.value.texts.map { (member.key, $0) } }
    }

    /// The names and texts with brackets for the members inside, as in `price[max]=5` and `items[0][id]=7`.
    func bracketed(_ name: String) -> [(name: String, text: String)] {
        switch self {
        case .array(let elements):
            elements.enumerated().flatMap { index, element in element.bracketed("\(name)[\(index)]") }
        case .object: sortedMembers.flatMap { $0.value.bracketed("\(name)[\($0.key)]") }
        default: scalarText.map { [(name, $0)] } ?? []
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
