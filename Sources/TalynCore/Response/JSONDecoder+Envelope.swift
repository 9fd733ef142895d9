#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONDecoder {
    /// Decodes the payload of an envelope, or the value at a key path in it.
    ///
    /// Code, message and payload are read in one pass over the data.
    ///
    /// - Throws: An ``EnvelopeError`` if the code isn't a success code.
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

    /// The value that the type decodes from `null`, if it can: nil for an optional.
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
    let successCodes: Set<String>
}

/// An envelope, opened.
private struct Enveloped<Value: Decodable>: Decodable {
    let payload: Value

    init(from decoder: any Decoder) throws {
        let layout = EnvelopeLayout.current
        let code = (try layout.code.value(in: decoder) as EnvelopeCode).text
        guard layout.successCodes.contains(code) else {
            throw EnvelopeError(code: code, message: try? layout.message.value(in: decoder))
        }
        payload = try layout.payload.value(in: decoder)
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
