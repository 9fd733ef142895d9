/// A property of a partial update (PATCH), which can keep, clear or set the value on the server.
///
/// ```swift
/// struct BookPatch: Encodable, Sendable {
///     var title = PatchValue<String>.keep
///     var subtitle = PatchValue<String>.keep
///     var pageCount = PatchValue<Int>.keep
/// }
///
/// let patch = BookPatch(title: .set("Kim"), subtitle: .clear)
/// ```
///
/// The JSON is `{"subtitle":null,"title":"Kim"}`.
///
/// The rules are those of JSON Merge Patch (RFC 7396): a property that keeps its value is left out, and one that clears it is
/// `null`. In a query or form, both are left out.
public enum PatchValue<Value> {
    /// The server keeps its value. The property is left out.
    case keep
    /// The server removes its value. The property is `null`.
    case clear
    /// The server takes this value.
    case set(Value)

    /// Sets the value, or clears it for nil.
    public init(_ value: Value?) {
        self = value.map { .set($0) } ?? .clear
    }

    /// The value to set; nil for others.
    public var value: Value? {
        if case .set(let value) = self { value } else { nil }
    }

    /// Whether the server keeps its value.
    public var isKept: Bool {
        if case .keep = self { true } else { false }
    }

    /// The same with another value to set.
    public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> PatchValue<Other> {
        switch self {
        case .keep: .keep
        case .clear: .clear
        case .set(let value): .set(try transform(value))
        }
    }
}

extension PatchValue: Sendable where Value: Sendable {}
extension PatchValue: Equatable where Value: Equatable {}
extension PatchValue: Hashable where Value: Hashable {}

extension PatchValue: Encodable where Value: Encodable {
    /// Encodes the value, or `null`.
    ///
    /// - Throws: An `EncodingError` for a value to keep that isn't a property, since nothing can leave it out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .keep:
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "Only a property of a type can be left out. Elements and results can't be."
                )
            )
        case .clear: try container.encodeNil()
        case .set(let value): try container.encode(value)
        }
    }
}

extension PatchValue: Decodable where Value: Decodable {
    /// Decodes a value, or `null` as one to clear. A missing property is one to keep.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .clear : .set(try container.decode(Value.self))
    }
}

extension KeyedEncodingContainer {
    /// Encodes a property of a partial update, or leaves it out. The code that the compiler writes for a type uses it.
    public mutating func encode<Value: Encodable>(_ value: PatchValue<Value>, forKey key: Key) throws {
        switch value {
        case .keep: break
        case .clear: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a property of a partial update. The code that the compiler writes for a type uses it.
    public func decode<Value: Decodable>(_ type: PatchValue<Value>.Type, forKey key: Key) throws -> PatchValue<Value> {
        guard contains(key) else { return .keep }
        return try decodeNil(forKey: key) ? .clear : .set(decode(Value.self, forKey: key))
    }
}
