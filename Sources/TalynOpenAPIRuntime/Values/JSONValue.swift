public import TalynCore
public import _TalynFoundation

/// Any JSON value (RFC 8259), for members whose type is known at run time only.
///
/// ```swift
/// let arguments: JSONValue = ["city": "Oslo", "days": 3]
/// let days = try arguments["days"]?.decode(Int.self)
/// ```
///
/// An object doesn't keep the order of its members. A number without a fraction that fits 64 bits is an ``integer(_:)``.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.properties() {
            self = try UnionMemory.current.value(of: decoder) { .object(try object.further(except: [])) }
        } else if var array = try? decoder.unkeyedContainer() {
            self = try UnionMemory.current.value(of: decoder) {
                var elements: [JSONValue] = []
                while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
                return .array(elements)
            }
        } else {
            try self.init(scalarIn: decoder.singleValueContainer())
        }
    }

    /// Reads a value that is neither an array nor an object.
    init(scalarIn value: any SingleValueDecodingContainer) throws {
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else {
            self = .number(try value.decode(Double.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.properties()
            try container.set(further: members)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null: try encoder.single(Bool?.none)
        case .bool(let bool): try encoder.single(bool)
        case .integer(let integer): try encoder.single(integer)
        case .number(let number): try encoder.single(number)
        case .string(let text): try encoder.single(text)
        }
    }
}

extension JSONValue {
    /// The member of an object; nil if it is missing.
    public subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// Decodes a type from the value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder. By default, dates are texts of ISO 8601, and names are unchanged.
    /// - Throws: `DecodingError`, or `EncodingError` for a number that JSON doesn't have.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        using decoder: JSONDecoder = CodingOptions().jsonDecoder
    ) throws -> Value {
        try decoder.decode(type, from: JSONEncoder().encode(self))
    }

    /// The text; nil for another value.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The elements of an array; nil for another value.
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(nilLiteral: ()) { self = .null }

    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
