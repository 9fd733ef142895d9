public import Foundation

extension Response {
    /// The body as JSON: dictionaries, arrays, strings, numbers and `NSNull`.
    ///
    /// - Parameter failsOnEmptyData: Whether an empty body is an error; otherwise it is `NSNull`.
    /// - Throws: ``TalynError/jsonMapping(_:)``, or ``TalynError/underlying(_:_:)`` with a ``BodyError`` if the file of a
    ///   download can't be read.
    public func mapJSON(failsOnEmptyData: Bool = true) throws(TalynError) -> Any {
        let data = try contents()
        if data.isEmpty, !failsOnEmptyData { return NSNull() }
        do throws(MappingError) {
            return try mapJSONObject(data)
        } catch {
            throw .jsonMapping(failing(error))
        }
    }

    /// The body as UTF-8 text, or the string at a key path of its JSON.
    ///
    /// - Parameter keyPath: Names of members, and indices of array elements, joined by dots: `items.0.name`.
    /// - Throws: ``TalynError/stringMapping(_:)`` when there is no such string, or ``TalynError/underlying(_:_:)`` with a
    ///   ``BodyError`` if the file of a download can't be read.
    public func mapString(atKeyPath keyPath: String? = nil) throws(TalynError) -> String {
        let data = try contents()
        guard let keyPath else {
            guard let string = String(data: data, encoding: .utf8) else {
                throw .stringMapping(failing(.invalidUTF8(offset: Self.validUTF8Prefix(of: data))))
            }
            return string
        }
        do throws(MappingError) {
            var value = try mapJSONObject(data)
            try JSONKeyPath(keyPath).descend(into: &value)
            guard let string = value as? String else { throw .notAString(keyPath: keyPath) }
            return string
        } catch {
            throw .stringMapping(failing(error))
        }
    }

    /// The body decoded to a type.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - keyPath: Where in the JSON the value is: names of members, and indices of array elements, joined by dots.
    ///     Names are those of the JSON, whatever the decoder's key strategy.
    ///   - decoder: What decodes it.
    ///   - failsOnEmptyData: Whether an empty body, or nothing at the key path, is an error; otherwise the value is
    ///     decoded from `{}` or else `[]`.
    /// - Throws: ``TalynError/objectMapping(_:_:)`` with the decoder's error, or with a key path
    ///   ``TalynError/jsonMapping(_:)`` when the body is not JSON or there is nothing at the path;
    ///   ``TalynError/underlying(_:_:)`` with a ``BodyError`` if the file of a download can't be read.
    public func map<Value: Decodable>(
        _ type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder = JSONDecoder(),
        failsOnEmptyData: Bool = true
    ) throws(TalynError) -> Value {
        let data = try contents()
        if data.isEmpty, !failsOnEmptyData { return try mapNothing(type, using: decoder) }
        guard let keyPath else {
            do {
                return try decoder.decode(type, from: data)
            } catch {
                throw .objectMapping(error, self)
            }
        }
        if data.isEmpty { throw .jsonMapping(failing(.emptyBody)) }
        do {
            return try decoder.decode(type, at: JSONKeyPath(keyPath), in: data)
        } catch let error as MappingError {
            if case .missingKeyPath = error, !failsOnEmptyData { return try mapNothing(type, using: decoder) }
            throw .jsonMapping(failing(error))
        } catch {
            throw .objectMapping(error, self)
        }
    }

    /// A value of the type from no data: every optional nil, every collection empty.
    private func mapNothing<Value: Decodable>(_ type: Value.Type, using decoder: JSONDecoder) throws(TalynError)
        -> Value
    {
        if let value = try? decoder.decode(type, from: Data("{}".utf8)) { return value }
        do {
            return try decoder.decode(type, from: Data("[]".utf8))
        } catch {
            throw .objectMapping(error, self)
        }
    }

    private func mapJSONObject(_ data: Data) throws(MappingError) -> Any {
        if data.isEmpty { throw .emptyBody }
        do {
            return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        } catch {
            throw .invalidJSON(error)
        }
    }

    /// How many bytes are UTF-8 before the first that is not.
    private static func validUTF8Prefix(of data: Data) -> Int {
        var decoder = UTF8()
        var bytes = data.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            offset += UTF8.width(scalar)
        }
        return offset
    }

    func failing(_ error: MappingError) -> Response {
        Response(self, failedToMap: error)
    }
}
