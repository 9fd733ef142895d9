import _TalynFoundation
import _TalynSupport

extension JSONDecoder {
    /// Decodes the value at a key path.
    ///
    /// The value is decoded in place, by this decoder with all its strategies. No number passes through another
    /// representation.
    func decode<Value: Decodable>(_ type: Value.Type, at keyPath: JSONKeyPath, in data: Data) throws -> Value {
        let location = JSONLocation(keyPath: keyPath, keys: try keyPath.components.map { try decodedKey($0) })
        return try JSONLocation.$current.withValue(location) {
            try decodeJSON(Located<Value>.self, from: data).value
        }
    }

    /// Decodes the payload of an envelope, or the value at a key path in it.
    ///
    /// - Throws: An ``EnvelopeError`` if the envelope is that of a failure.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        at keyPath: String?,
        in envelope: ResponseEnvelope,
        from data: Data
    ) throws -> Value {
        if let failure = try failure(in: envelope, from: data) { throw failure }
        let payload = [envelope.data, keyPath].compactMap(\.self).joined(separator: ".")
        do {
            guard !payload.isEmpty else { return try decodeJSON(type, from: data) }
            return try decode(type, at: JSONKeyPath(payload), in: data)
        } catch let error as MappingError {
            guard case .missingKeyPath(payload, _) = error, let nothing = valueOfNothing(type) else { throw error }
            return nothing
        }
    }

    /// The failure that an envelope tells; nil for a success.
    private func failure(in envelope: ResponseEnvelope, from data: Data) throws -> EnvelopeError? {
        func message() -> String? { try? decode(String.self, at: JSONKeyPath(envelope.message), in: data) }
        if let successCodes = envelope.successCodes {
            let code = try decode(EnvelopeCode.self, at: JSONKeyPath(envelope.code), in: data).text
            return successCodes.contains(code) ? nil : EnvelopeError(code: code, message: message())
        }
        do {
            guard try decode(ErrorMark.self, at: JSONKeyPath(envelope.mark), in: data).isSet else { return nil }
        } catch MappingError.missingKeyPath {
            return nil
        }
        let code = try? decode(EnvelopeCode.self, at: JSONKeyPath(envelope.code), in: data).text
        return EnvelopeError(code: code, message: message(), isKnownFailure: true)
    }

    /// The value that the type decodes from `null`, if it can: nil for an optional.
    func valueOfNothing<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? decode(type, from: Data("null".utf8))
    }

    /// Decodes a value. Its errors distinguish data that isn't JSON from JSON that doesn't fit the type.
    private func decodeJSON<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        do {
            return try decodeNamingPlace(type, from: data)
        } catch let DecodingError.dataCorrupted(context) where context.codingPath.isEmpty {
            // A type's own initialiser may have thrown it, without a path.
            if isJSON(data) { throw DecodingError.dataCorrupted(context) }
            throw MappingError.invalidJSON(DecodingError.dataCorrupted(context))
        }
    }

    /// The name that a member has in the containers of this decoder, whose key strategy may change it.
    private func decodedKey(_ name: String) throws -> String {
        if case .useDefaultKeys = keyDecodingStrategy { return name }
        return try decode(FirstKey.self, from: JSONEncoder().encode([name: 0])).key?.stringValue ?? name
    }
}

/// The path to a value in JSON: names of members and indices of array elements, joined by dots.
struct JSONKeyPath: Sendable {
    let text: String
    let components: [String]

    init(_ text: String) {
        self.text = text
        components = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    }

    /// The path to a member of an object, whose name may have dots.
    init(member name: String) {
        text = name
        components = [name]
    }
}

/// A place inside JSON, as a decoder sees it.
private struct JSONLocation: Sendable {
    /// Where the value that is being decoded is.
    ///
    /// A task-local value, since `DecodableWithConfiguration` needs newer systems, and the decoder's `userInfo` may be
    /// in use by another thread.
    @TaskLocal static var current = JSONLocation(keyPath: JSONKeyPath(""), keys: [])

    let keyPath: JSONKeyPath
    let keys: [String]

    /// Decodes the value that is there.
    func value<Value: Decodable>(in decoder: any Decoder, from index: Int = 0) throws -> Value {
        // Not by the type's initialiser: the decoder has its own way with dictionaries and dates.
        guard index < keys.count else { return try decoder.singleValueContainer().decode(Value.self) }
        let key = AnyCodingKey(keys[index])
        let isLast = index == keys.count - 1
        if let object = try? decoder.container(keyedBy: AnyCodingKey.self) {
            guard object.contains(key) else { throw missing(at: index) }
            if isLast { return try object.decode(Value.self, forKey: key) }
            return try value(in: object.superDecoder(forKey: key), from: index + 1)
        }
        guard var array = try? decoder.unkeyedContainer(), let position = Int(key.stringValue), position >= 0,
            position < array.count ?? 0
        else { throw missing(at: index) }
        for _ in 0..<position { _ = try array.superDecoder() }
        if isLast { return try array.decode(Value.self) }
        return try value(in: array.superDecoder(), from: index + 1)
    }

    private func missing(at index: Int) -> MappingError {
        .missingKeyPath(keyPath.text, missing: keyPath.components[...index].joined(separator: "."))
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

/// The code of an envelope as text: that of the JSON without quotes.
private struct EnvelopeCode: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            text = "\(number)"
        } else if let number = try? container.decode(Decimal.self) {
            text = "\(number)"
        } else if let flag = try? container.decode(Bool.self) {
            text = "\(flag)"
        } else {
            text = try container.decode(String.self)
        }
    }
}

/// Whether an envelope has an error.
private struct ErrorMark: Decodable {
    let isSet: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            isSet = false
        } else if let flag = try? container.decode(Bool.self) {
            isSet = flag
        } else {
            isSet = (try? container.decode(String.self)) != ""
        }
    }
}
