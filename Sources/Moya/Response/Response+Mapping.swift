public import Foundation

extension Response {
    /// The JSON of the body.
    ///
    /// - Parameter failsOnEmptyData: Whether an empty body is an error. Otherwise it is `NSNull`.
    /// - Throws: ``MoyaError/jsonMapping(_:)`` if the body isn't JSON.
    public func mapJSON(failsOnEmptyData: Bool = true) throws -> Any {
        if data.isEmpty, !failsOnEmptyData { return NSNull() }
        do {
            return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        } catch {
            throw MoyaError.jsonMapping(self)
        }
    }

    /// The text of the body, in UTF-8.
    ///
    /// - Parameter keyPath: The keys to a text in the JSON of the body, separated by dots.
    /// - Throws: ``MoyaError/stringMapping(_:)`` if there is no text. With a key path, ``MoyaError/jsonMapping(_:)`` if the body isn't
    ///   JSON.
    public func mapString(atKeyPath keyPath: String? = nil) throws -> String {
        guard let keyPath else {
            guard let text = String(data: data, encoding: .utf8) else { throw MoyaError.stringMapping(self) }
            return text
        }
        guard let text = Self.value(at: keyPath, in: try mapJSON()) as? String else {
            throw MoyaError.stringMapping(self)
        }
        return text
    }

    /// The body, decoded from JSON.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - keyPath: The keys to the value in the JSON of the body, separated by dots.
    ///   - decoder: The decoder.
    ///   - failsOnEmptyData: Whether an empty body, or a missing key, is an error. If not, an empty body is decoded as `{}` or `[{}]`,
    ///     and with a missing key the whole body is decoded.
    /// - Throws: ``MoyaError/objectMapping(_:_:)`` if the value can't be decoded, ``MoyaError/jsonMapping(_:)`` if there is a key path, and
    ///   no JSON or no such key.
    public func map<D: Decodable>(
        _ type: D.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder = JSONDecoder(),
        failsOnEmptyData: Bool = true
    ) throws -> D {
        guard let keyPath else { return try decoded(data, by: decoder, failsOnEmptyData) }
        guard let value = Self.value(at: keyPath, in: try mapJSON(failsOnEmptyData: failsOnEmptyData)) else {
            if failsOnEmptyData { throw MoyaError.jsonMapping(self) }
            return try decoded(data, by: decoder, failsOnEmptyData)
        }
        if JSONSerialization.isValidJSONObject(value) {
            return try decoded(try serialized(value), by: decoder, failsOnEmptyData)
        }
        // Only an object or an array can be a document by itself for every decoder.
        let wrapped = try serialized(["value": value])
        do {
            return try decoder.decode(Wrapped<D>.self, from: wrapped).value
        } catch {
            throw MoyaError.objectMapping(error, self)
        }
    }

    private func serialized(_ value: Any) throws -> Data {
        guard JSONSerialization.isValidJSONObject(value), let data = try? JSONSerialization.data(withJSONObject: value)
        else { throw MoyaError.jsonMapping(self) }
        return data
    }

    private func decoded<D: Decodable>(_ json: Data, by decoder: JSONDecoder, _ failsOnEmptyData: Bool) throws -> D {
        if json.isEmpty, !failsOnEmptyData {
            for empty in ["{}", "[{}]"] {
                if let value = try? decoder.decode(D.self, from: Data(empty.utf8)) { return value }
            }
        }
        do {
            return try decoder.decode(D.self, from: json)
        } catch {
            throw MoyaError.objectMapping(error, self)
        }
    }
}

private struct Wrapped<Value: Decodable>: Decodable {
    let value: Value
}

extension Response {
    /// The value at a key path in parsed JSON. Nil if the key is missing, or if the JSON isn't an object.
    ///
    /// For an array, it applies the rest of the path to each element, as key-value coding does.
    private static func value(at keyPath: String, in json: Any) -> Any? {
        guard json is [String: Any] else { return nil }
        return keyPath.split(separator: ".", omittingEmptySubsequences: false)
            .reduce(json) { value, key in value.flatMap { member(String(key), of: $0) } }
    }

    private static func member(_ key: String, of json: Any) -> Any? {
        switch json {
        case let object as [String: Any]: object[key]
        case let array as [Any]: array.map { member(key, of: $0) ?? NSNull() }
        default: nil
        }
    }
}
