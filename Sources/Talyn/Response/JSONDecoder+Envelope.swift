import Foundation

extension JSONDecoder {
    /// Decodes the payload of an envelope, or what is at a key path in it.
    ///
    /// Code, message and payload are read in one pass over the data.
    ///
    /// - Throws: An ``EnvelopeError`` when the code is not one of success.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        at keyPath: String?,
        in envelope: ResponseEnvelope,
        from data: Data
    ) throws -> Value {
        let payload = [envelope.data, keyPath].compactMap(\.self).joined(separator: ".")
        let layout = EnvelopeLayout(
            code: try location(of: JSONKeyPath(envelope.code)),
            message: try location(of: JSONKeyPath(envelope.message)),
            payload: payload.isEmpty ? .top : try location(of: JSONKeyPath(payload)),
            successCodes: envelope.successCodes
        )
        do {
            return try EnvelopeLayout.$current.withValue(layout) {
                try decodeJSON(Enveloped<Value>.self, from: data).payload
            }
        } catch let error as MappingError {
            guard case .missingKeyPath(payload, _) = error, let nothing = valueOfNothing(type) else { throw error }
            return nothing
        }
    }

    /// What the type makes of `null`, if it takes that: an optional makes nil of it.
    func valueOfNothing<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? decode(type, from: Data("null".utf8))
    }
}

/// Where the parts of an envelope are.
private struct EnvelopeLayout: Sendable {
    /// That of the envelope that is being decoded.
    @TaskLocal static var current = EnvelopeLayout(code: .top, message: .top, payload: .top, successCodes: [])

    let code: JSONLocation
    let message: JSONLocation
    let payload: JSONLocation
    let successCodes: Set<ResponseEnvelope.Code>
}

/// An envelope, opened.
private struct Enveloped<Value: Decodable>: Decodable {
    let payload: Value

    init(from decoder: any Decoder) throws {
        let layout = EnvelopeLayout.current
        let code: ResponseEnvelope.Code = try layout.code.value(in: decoder)
        guard layout.successCodes.contains(code) else {
            throw EnvelopeError(code: code, message: try? layout.message.value(in: decoder))
        }
        payload = try layout.payload.value(in: decoder)
    }
}
