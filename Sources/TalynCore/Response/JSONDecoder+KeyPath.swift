#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONDecoder {
    /// Decodes the value at a key path.
    ///
    /// The value is decoded in place, by this decoder with all its strategies: nothing is parsed twice, and no number
    /// passes through another representation.
    func decode<Value: Decodable>(_ type: Value.Type, at keyPath: JSONKeyPath, in data: Data) throws -> Value {
        let location = try location(of: keyPath)
        return try JSONLocation.$current.withValue(location) {
            try decodeJSON(Located<Value>.self, from: data).value
        }
    }

    /// Decodes a value. Its errors distinguish data that isn't JSON from JSON that doesn't fit the type.
    func decodeJSON<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        do {
            return try decodeNamingPlace(type, from: data)
        } catch let DecodingError.dataCorrupted(context) where context.codingPath.isEmpty {
            // A type's own initialiser may have thrown it, without a path.
            if JSONReader.isValid(data) { throw DecodingError.dataCorrupted(context) }
            throw MappingError.invalidJSON(DecodingError.dataCorrupted(context))
        }
    }

    /// The place of a key path, with the names as this decoder converts them.
    func location(of keyPath: JSONKeyPath) throws -> JSONLocation {
        JSONLocation(keyPath: keyPath, keys: try keyPath.components.map { try decodedKey($0) })
    }

    /// The name that a member has in the containers of this decoder, whose key strategy may change it.
    private func decodedKey(_ name: String) throws -> String {
        if case .useDefaultKeys = keyDecodingStrategy { return name }
        return try decode(FirstKey.self, from: JSONEncoder().encode([name: 0])).key?.stringValue ?? name
    }
}

/// A place inside JSON, as a decoder sees it.
struct JSONLocation: Sendable {
    /// Where the value that is being decoded is.
    ///
    /// A task-local value, since `DecodableWithConfiguration` needs newer systems, and the decoder's `userInfo` may be
    /// in use by another thread.
    @TaskLocal static var current = JSONLocation.top

    /// The whole.
    static let top = JSONLocation(keyPath: JSONKeyPath(""), keys: [])

    let keyPath: JSONKeyPath
    let keys: [String]

    /// Decodes the value that is there.
    func value<Value: Decodable>(in decoder: any Decoder) throws -> Value {
        try value(in: decoder, from: 0)
    }

    private func value<Value: Decodable>(in decoder: any Decoder, from index: Int) throws -> Value {
        // Not by the type's initialiser: the decoder has its own way with dictionaries and dates.
        guard index < keys.count else { return try decoder.singleValueContainer().decode(Value.self) }
        let key = AnyCodingKey(keys[index])
        let isLast = index == keys.count - 1
        if let object = try? decoder.container(keyedBy: AnyCodingKey.self) {
            guard object.contains(key) else { throw keyPath.missing(at: index) }
            if isLast { return try object.decode(Value.self, forKey: key) }
            return try value(in: object.superDecoder(forKey: key), from: index + 1)
        }
        guard var array = try? decoder.unkeyedContainer(), let position = Int(key.stringValue), position >= 0,
            position < array.count ?? 0
        else { throw keyPath.missing(at: index) }
        for _ in 0..<position { _ = try array.superDecoder() }
        if isLast { return try array.decode(Value.self) }
        return try value(in: array.superDecoder(), from: index + 1)
    }
}

/// A value somewhere below the top level.
private struct Located<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try JSONLocation.current.value(in: decoder)
    }
}

/// The first key of an object.
private struct FirstKey: Decodable {
    let key: AnyCodingKey?

    init(from decoder: any Decoder) throws {
        key = try decoder.container(keyedBy: AnyCodingKey.self).allKeys.first
    }
}
