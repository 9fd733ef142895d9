import _TalynFoundation

/// The value of a parameter or of a form's property, from which the styles take their texts.
///
/// Unlike a ``JSONValue``, it keeps the digits of whole numbers that only `UInt64` has.
enum ParameterValue: Equatable {
    /// A value that is neither an array nor an object.
    case scalar(JSONValue)
    case unsigned(UInt64)
    case array([ParameterValue])
    case object([String: ParameterValue])
}

extension ParameterValue: Codable {
    init(from decoder: any Decoder) throws {
        if let object = try? decoder.properties() {
            self = .object(try object.further(except: []))
        } else if var array = try? decoder.unkeyedContainer() {
            var elements: [ParameterValue] = []
            while !array.isAtEnd { elements.append(try array.decode(ParameterValue.self)) }
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            let scalar = try JSONValue(scalarIn: container)
            if case .number = scalar, let integer = try? container.decode(UInt64.self) {
                self = .unsigned(integer)
            } else {
                self = .scalar(scalar)
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .scalar(let scalar): try scalar.encode(to: encoder)
        case .unsigned(let integer): try encoder.single(integer)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let members):
            var container = encoder.properties()
            try container.set(further: members)
        }
    }
}

extension ParameterValue {
    /// The value that another one encodes. The usual types don't pass through a text.
    ///
    /// - Throws: The error of a value that can't be encoded, such as a number that isn't finite.
    init(encoding value: some Encodable) throws {
        switch value {
        case let text as String: self = .scalar(.string(text))
        case let number as Int: self = .scalar(.integer(Int64(number)))
        case let bool as Bool: self = .scalar(.bool(bool))
        case let text as any RawRepresentable<String>: self = .scalar(.string(text.rawValue))
        default: self = try JSONDecoder().decode(ParameterValue.self, from: JSONEncoder().encode(value))
        }
    }

    /// The text of a scalar; nil for another value.
    var scalarText: String? {
        switch self {
        case .scalar(.bool(let bool)): bool ? "true" : "false"
        case .scalar(.integer(let number)): String(number)
        case .scalar(.number(let number)): Int64(exactly: number).map { String($0) } ?? number.description
        case .scalar(.string(let text)): text
        case .unsigned(let number): String(number)
        case .scalar, .array, .object: nil
        }
    }

    /// The members of an object in the order of their names; none for another value.
    var sortedMembers: [(key: String, value: ParameterValue)] {
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
