public import _TalynFoundation
import _TalynSupport

extension Response {
    /// The body as a value.
    ///
    /// - `Data` gives the bytes of the body.
    /// - `String` gives its text, in the charset of the `Content-Type`: UTF-8 by default, and always US-ASCII, ISO-8859-1
    ///   and UTF-16. Others need the whole of Foundation on Linux.
    /// - Any other type, and any value at a key path, is decoded from JSON.
    ///
    /// ```swift
    /// let account = try response.decode(Account.self)
    /// let name = try response.decode(String.self, atKeyPath: "items.0.name")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - keyPath: The place of the value in the JSON: names of members, and indices of array elements, joined by dots.
    ///     Names are those of the JSON. The decoder's key strategy doesn't apply.
    ///   - decoder: The decoder. By default the one of the target's ``TargetType/coding``.
    ///   - failsOnEmptyData: Whether an empty body, or nothing at the key path, is an error. If not, the value is decoded
    ///     from `{}` or else `[]`.
    /// - Throws: ``TalynError`` with ``TalynError/Reason/decoding``.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        failsOnEmptyData: Bool = true
    ) throws(TalynError) -> Value {
        let decoder = decoder ?? self.decoder
        let data = try contents()
        if keyPath == nil, type == Data.self, let value = data as? Value { return value }
        if keyPath == nil, type == String.self, let value = try text(data) as? Value { return value }
        if data.isEmpty, !failsOnEmptyData { return try decodeNothing(type, using: decoder) }
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
            if case .missingKeyPath = error, !failsOnEmptyData { return try decodeNothing(type, using: decoder) }
            throw failure(error)
        } catch {
            throw failure(error)
        }
    }

    /// The payload of an envelope, decoded to a type.
    ///
    /// - Parameters:
    ///   - type: The type to decode. An optional or ``EmptyResult`` takes a payload that is missing or `null`.
    ///   - keyPath: The place of the value in the payload; see ``decode(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - envelope: The envelope.
    ///   - decoder: The decoder. By default the one of the target's ``TargetType/coding``.
    /// - Throws: ``TalynError`` with ``TalynError/Reason/envelope`` if the code isn't a success code, and with
    ///   ``TalynError/Reason/decoding`` if the body isn't such an envelope.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
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

    /// The value in the body, as the target describes it: inside the envelope, if it has one.
    ///
    /// An empty body holds an optional or an ``EmptyResult``. Bytes are never in an envelope.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        for target: some TargetType,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil
    ) throws(TalynError) -> Value {
        let decoder = decoder ?? target.coding.sharedDecoder
        if length == 0, let nothing = decoder.valueOfNothing(type) { return nothing }
        guard let envelope = target.envelope, type != Data.self || keyPath != nil else {
            if let nothing = EmptyResult() as? Value { return nothing }
            return try decode(type, atKeyPath: keyPath, using: decoder)
        }
        return try decode(type, atKeyPath: keyPath, in: envelope, using: decoder)
    }

    /// A value of the type without data: each optional nil, each collection empty.
    private func decodeNothing<Value: Decodable>(_ type: Value.Type, using decoder: JSONDecoder) throws(TalynError)
        -> Value
    {
        if let value = try? decoder.decode(type, from: Data("{}".utf8)) { return value }
        do {
            return try decoder.decode(type, from: Data("[]".utf8))
        } catch {
            throw failure(error)
        }
    }

    /// The body as text in its charset.
    private func text(_ data: Data) throws(TalynError) -> String {
        let charset = headerFields[.contentType].flatMap { MediaType($0).parameters["charset"] } ?? "utf-8"
        guard let encoding = Self.encodings[charset.lowercased()] else {
            throw failure(MappingError.unknownCharset(charset))
        }
        guard let text = String(data: data, encoding: encoding) else {
            let offset = encoding == .utf8 ? Self.validUTF8Prefix(of: data) : nil
            throw failure(MappingError.invalidText(charset: charset, offset: offset))
        }
        return text
    }

    /// The encodings of the charsets, by their names in lower case (RFC 2978).
    private static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii,
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2,
        "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian, "utf-32": .utf32,
        "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
    ]

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
