public import Foundation

extension Response {
    /// Decodes the payload of an envelope.
    ///
    /// - Parameters:
    ///   - type: The type to decode. An optional or ``EmptyResult`` accepts a missing payload or `null`.
    ///   - keyPath: The key path of the value in the payload. See ``map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - envelope: The envelope.
    ///   - decoder: The decoder.
    /// - Throws: ``TalynError/underlying(_:_:)`` with an ``EnvelopeError`` if the code is not one of success,
    ///   ``TalynError/jsonMapping(_:)`` if the body is not JSON or has no code or no payload, and
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
