extension JSONDecoder {
    /// Decodes the value at a key path.
    ///
    /// The value is decoded in place, by this decoder with all its strategies: nothing is parsed twice, and no number
    /// passes through another representation.
    func decode<Value: Decodable>(_ type: Value.Type, at keyPath: JSONKeyPath, in data: Data) throws -> Value {
        let location = JSONLocation(keyPath: keyPath, keys: try keyPath.components.map { try decodedKey($0) })
        do {
            return try JSONLocation.$current.withValue(location) { try decode(Located<Value>.self, from: data).value }
        } catch let DecodingError.dataCorrupted(context) where context.codingPath.isEmpty {
            throw MappingError.invalidJSON(DecodingError.dataCorrupted(context))
        }
    }

    /// The name that a member has in the containers of this decoder, whose key strategy may change it.
    private func decodedKey(_ name: String) throws -> String {
        if case .useDefaultKeys = keyDecodingStrategy { return name }
        return try decode(FirstKey.self, from: JSONEncoder().encode([name: 0])).key?.stringValue ?? name
    }
}

private struct JSONLocation: Sendable {
    /// Where the value that is being decoded is.
    ///
    /// A task-local value, since `DecodableWithConfiguration` needs newer systems, and the decoder's `userInfo` may be
    /// in use by another thread.
    @TaskLocal static var current = JSONLocation(keyPath: JSONKeyPath(""), keys: [])

    let keyPath: JSONKeyPath
    let keys: [String]
}

/// A value somewhere below the top level.
private struct Located<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try Self.decode(from: decoder, at: 0, in: .current)
    }

    private static func decode(from decoder: any Decoder, at index: Int, in location: JSONLocation) throws -> Value {
        guard index < location.keys.count else { return try Value(from: decoder) }
        let key = AnyCodingKey(location.keys[index])
        let isLast = index == location.keys.count - 1
        if let object = try? decoder.container(keyedBy: AnyCodingKey.self) {
            guard object.contains(key) else { throw location.keyPath.missing(at: index) }
            if isLast { return try object.decode(Value.self, forKey: key) }
            return try decode(from: object.superDecoder(forKey: key), at: index + 1, in: location)
        }
        guard var array = try? decoder.unkeyedContainer(), let position = Int(key.stringValue), position >= 0,
            position < array.count ?? 0
        else { throw location.keyPath.missing(at: index) }
        for _ in 0..<position { _ = try array.superDecoder() }
        if isLast { return try array.decode(Value.self) }
        return try decode(from: array.superDecoder(), at: index + 1, in: location)
    }
}

/// The first key of an object.
private struct FirstKey: Decodable {
    let key: AnyCodingKey?

    init(from decoder: any Decoder) throws {
        key = try decoder.container(keyedBy: AnyCodingKey.self).allKeys.first
    }
}

private struct AnyCodingKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        return nil
    }
}
