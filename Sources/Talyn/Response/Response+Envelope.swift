public import Foundation

extension Response {
    /// The payload of an envelope, decoded to a type.
    ///
    /// - Parameters:
    ///   - type: The type to decode. An optional or ``EmptyResult`` takes a payload that is missing or `null`.
    ///   - keyPath: Where in the payload the value is; see ``map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - envelope: What the payload is in.
    ///   - decoder: What decodes it.
    /// - Throws: ``TalynError/underlying(_:_:)`` with an ``EnvelopeError`` when the code is not one of success,
    ///   ``TalynError/jsonMapping(_:)`` when the body is not JSON, has no code or no payload, and
    ///   ``TalynError/objectMapping(_:_:)`` with the decoder's error.
    public func map<Value: Decodable>(
        _ type: Value.Type,
        atKeyPath keyPath: String? = nil,
        in envelope: ResponseEnvelope,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(TalynError) -> Value {
        let data = try contents()
        if data.isEmpty { throw .jsonMapping(failing(.emptyBody)) }
        do {
            return try decoder.decode(type, at: keyPath, in: envelope, from: data)
        } catch let error as EnvelopeError {
            throw .underlying(error, self)
        } catch let error as MappingError {
            throw .jsonMapping(failing(error))
        } catch {
            throw .objectMapping(error, self)
        }
    }
}
