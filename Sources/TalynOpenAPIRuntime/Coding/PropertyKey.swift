public import TalynCore

/// The coding key of all generated types: the name of a property in the JSON.
///
/// One type for all of them compiles faster than an enum of keys for each.
public struct PropertyKey: CodingKey, Hashable, Sendable {
    public let stringValue: String

    public var intValue: Int? { nil }

    /// Creates a key of a name.
    public init(_ name: String) { stringValue = name }

    public init(stringValue: String) { self.stringValue = stringValue }

    public init?(intValue: Int) { nil }
}

extension Decoder {
    /// The members of the object that is being decoded.
    public func properties() throws -> KeyedDecodingContainer<PropertyKey> { try container(keyedBy: PropertyKey.self) }

    /// A value that isn't a member of an object.
    public func single<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try singleValueContainer().decode(type)
    }

    /// A value that is read from a text.
    func value<Value>(ofText read: (String) -> Value?, orElse problem: String) throws -> Value {
        let container = try singleValueContainer()
        if let value = read(try container.decode(String.self)) { return value }
        throw DecodingError.dataCorruptedError(in: container, debugDescription: problem)
    }
}

extension Encoder {
    /// The members of the object that is being encoded.
    public func properties() -> KeyedEncodingContainer<PropertyKey> { container(keyedBy: PropertyKey.self) }

    /// Encodes a value that isn't a member of an object.
    public func single(_ value: some Encodable) throws {
        var container = singleValueContainer()
        try container.encode(value)
    }
}

extension KeyedDecodingContainer where Key == PropertyKey {
    /// A property that must be there.
    public func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        try decode(type, forKey: PropertyKey(name))
    }

    /// A property that may be missing or `null`.
    public func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        try decodeIfPresent(type, forKey: PropertyKey(name))
    }

    /// A property that is missing, `null` or a value.
    public func patch<Value: Decodable & Sendable>(
        _ name: String,
        as type: Value.Type = Value.self
    ) throws -> PatchValue<Value> {
        try decode(PatchValue<Value>.self, forKey: PropertyKey(name))
    }

    /// The properties with other names.
    ///
    /// - Parameters:
    ///   - names: The names of the type's own properties.
    ///   - type: The type of the values.
    public func further<Value: Decodable>(
        except names: Set<String>,
        as type: Value.Type = Value.self
    ) throws -> [String: Value] {
        var result: [String: Value] = [:]
        for key in allKeys where !names.contains(key.stringValue) {
            result[key.stringValue] = try decode(type, forKey: key)
        }
        return result
    }
}

extension KeyedEncodingContainer where Key == PropertyKey {
    /// Encodes a property, and nil as `null`.
    public mutating func set(_ name: String, _ value: some Encodable) throws {
        try encode(value, forKey: PropertyKey(name))
    }

    /// Encodes a property, and leaves nil out.
    public mutating func set(_ name: String, ifPresent value: (some Encodable)?) throws {
        if let value { try encode(value, forKey: PropertyKey(name)) }
    }

    /// Encodes a property, and leaves out one that keeps its value.
    public mutating func set<Value: Encodable>(_ name: String, patch value: PatchValue<Value>) throws {
        try encode(value, forKey: PropertyKey(name))
    }

    /// Encodes properties whose names are data.
    public mutating func set<Value: Encodable>(further values: [String: Value]) throws {
        for (name, value) in values { try encode(value, forKey: PropertyKey(name)) }
    }
}
