/// Decodes the elements of an array that has a type for each place.
public struct ElementDecoder {
    private var container: any UnkeyedDecodingContainer

    fileprivate init(_ decoder: any Decoder) throws { container = try decoder.unkeyedContainer() }

    /// The next element, which must be there.
    public mutating func value<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try container.decode(type)
    }

    /// The next element, which may be missing or `null`.
    public mutating func optional<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
        container.isAtEnd ? nil : try container.decodeIfPresent(type)
    }

    /// The elements after those before.
    public mutating func further<Value: Decodable>(as type: Value.Type = Value.self) throws -> [Value] {
        var values: [Value] = []
        while !container.isAtEnd { values.append(try container.decode(type)) }
        return values
    }
}

/// Encodes the elements of an array that has a type for each place.
public struct ElementEncoder {
    private var container: any UnkeyedEncodingContainer
    /// The missing elements since the last one. They are left out, unless another one follows.
    private var missing = 0

    fileprivate init(_ encoder: any Encoder) { container = encoder.unkeyedContainer() }

    /// Encodes an element, and nil as `null`.
    public mutating func set(_ value: some Encodable) throws {
        // An element keeps its place.
        for _ in 0..<missing { try container.encodeNil() }
        missing = 0
        try container.encode(value)
    }

    /// Encodes an element. Nil is left out, or is `null` before another element.
    public mutating func set(ifPresent value: (some Encodable)?) throws {
        if let value { try set(value) } else { missing += 1 }
    }

    /// Encodes the elements after those before.
    public mutating func set<Value: Encodable>(further values: [Value]) throws {
        for value in values { try set(value) }
    }
}

extension Decoder {
    /// The elements of the array that is being decoded.
    public func elements() throws -> ElementDecoder { try ElementDecoder(self) }
}

extension Encoder {
    /// The elements of the array that is being encoded.
    public func elements() -> ElementEncoder { ElementEncoder(self) }
}
