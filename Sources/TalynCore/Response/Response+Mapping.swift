#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Response {
    /// The body as JSON: a `[String: Any?]`, an `[Any?]`, a `String`, an `Int`, a `Double`, a `Bool`, or nil for `null`.
    ///
    /// - Parameter failsOnEmptyData: Whether an empty body is an error; otherwise it is nil.
    /// - Throws: ``TalynError``.
    public func mapJSON(failsOnEmptyData: Bool = true) throws(TalynError) -> Any? {
        let data = try contents()
        if data.isEmpty, !failsOnEmptyData { return nil }
        do throws(MappingError) {
            return try mapJSONObject(data)
        } catch {
            throw failure(error)
        }
    }

    /// The body as UTF-8 text, or the string at a key path of its JSON.
    ///
    /// - Parameter keyPath: Names of members, and indices of array elements, joined by dots: `items.0.name`.
    /// - Throws: ``TalynError`` if there is no such string.
    public func mapString(atKeyPath keyPath: String? = nil) throws(TalynError) -> String {
        let data = try contents()
        guard let keyPath else {
            guard let string = String(data: data, encoding: .utf8) else {
                throw failure(MappingError.invalidUTF8(offset: Self.validUTF8Prefix(of: data)))
            }
            return string
        }
        do throws(MappingError) {
            var value = try mapJSONObject(data)
            try JSONKeyPath(keyPath).descend(into: &value)
            guard let string = value as? String else { throw .notAString(keyPath: keyPath) }
            return string
        } catch {
            throw failure(error)
        }
    }

    /// The body decoded to a type.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - keyPath: The place of the value in the JSON: names of members, and indices of array elements, joined by dots.
    ///     Names are those of the JSON. The decoder's key strategy doesn't apply.
    ///   - decoder: The decoder. By default the one of the target's ``TargetType/coding``.
    ///   - failsOnEmptyData: Whether an empty body, or nothing at the key path, is an error. If not, the value is decoded
    ///     from `{}` or else `[]`.
    /// - Throws: ``TalynError`` with ``TalynError/Reason/decoding``.
    public func map<Value: Decodable>(
        _ type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        failsOnEmptyData: Bool = true
    ) throws(TalynError) -> Value {
        let decoder = decoder ?? self.decoder
        let data = try contents()
        if data.isEmpty, !failsOnEmptyData { return try mapNothing(type, using: decoder) }
        guard let keyPath else {
            do {
                return try decoder.decodeNamingPlace(type, from: data)
            } catch {
                throw failure(error)
            }
        }
        if data.isEmpty { throw failure(MappingError.emptyBody) }
        do {
            return try decoder.decode(type, at: JSONKeyPath(keyPath), in: data)
        } catch let error as MappingError {
            if case .missingKeyPath = error, !failsOnEmptyData { return try mapNothing(type, using: decoder) }
            throw failure(error)
        } catch {
            throw failure(error)
        }
    }

    /// The payload of an envelope, decoded to a type.
    ///
    /// - Parameters:
    ///   - type: The type to decode. An optional or ``EmptyResult`` takes a payload that is missing or `null`.
    ///   - keyPath: The place of the value in the payload; see ``map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - envelope: The envelope.
    ///   - decoder: The decoder. By default the one of the target's ``TargetType/coding``.
    /// - Throws: ``TalynError`` with ``TalynError/Reason/envelope`` if the code isn't a success code, and with
    ///   ``TalynError/Reason/decoding`` if the body isn't such an envelope.
    public func map<Value: Decodable>(
        _ type: Value.Type,
        atKeyPath keyPath: String? = nil,
        in envelope: ResponseEnvelope,
        using decoder: JSONDecoder? = nil
    ) throws(TalynError) -> Value {
        let data = try contents()
        if data.isEmpty { throw failure(MappingError.emptyBody) }
        do {
            return try (decoder ?? self.decoder).decode(type, at: keyPath, in: envelope, from: data)
        } catch let error as EnvelopeError {
            throw TalynError(error, response: self)
        } catch {
            throw failure(error)
        }
    }

    /// A value of the type without data: each optional nil, each collection empty.
    private func mapNothing<Value: Decodable>(_ type: Value.Type, using decoder: JSONDecoder) throws(TalynError)
        -> Value
    {
        if let value = try? decoder.decode(type, from: Data("{}".utf8)) { return value }
        do {
            return try decoder.decode(type, from: Data("[]".utf8))
        } catch {
            throw failure(error)
        }
    }

    private func mapJSONObject(_ data: Data) throws(MappingError) -> Any? {
        if data.isEmpty { throw .emptyBody }
        do {
            return try JSONReader.value(data)
        } catch {
            throw .invalidJSON(error)
        }
    }

    /// The number of bytes before the first that isn't UTF-8.
    private static func validUTF8Prefix(of data: Data) -> Int {
        var decoder = UTF8()
        var bytes = data.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            offset += UTF8.width(scalar)
        }
        return offset
    }

    private func failure(_ error: any Error) -> TalynError {
        error as? TalynError ?? TalynError(.decoding, underlyingError: error, response: self)
    }
}

/// The result of a call whose response has no value to decode: `request(.delete(id), as: EmptyResult.self)`.
///
/// It decodes any body, also an empty one.
public struct EmptyResult: Decodable, Sendable, Hashable {
    /// Creates a result.
    public init() {}
}
