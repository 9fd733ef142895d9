import Foundation

/// What should be a JSON text, cut out of a body.
struct JSONText: Sendable {
    let unit: StreamError.Unit

    /// Which one it is, from 1.
    let number: Int

    let bytes: Data

    /// What any JSON text can be decoded to.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Whether it is JSON at all, in the decoder's dialect.
    func isJSON(to decoder: JSONDecoder) -> Bool {
        (try? decoder.decode(Anything.self, from: bytes)) != nil
    }

    func decode<Value: Decodable>(_ type: Value.Type, using decoder: JSONDecoder) throws(StreamError) -> Value {
        do {
            return try decoder.decode(type, from: bytes)
        } catch {
            throw .undecodable(unit, number: number, error)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether there is nothing but white space, as JSON knows it (RFC 8259, section 2).
    var isBlankJSON: Bool { allSatisfy(\.isBlankJSON) }
}

extension UInt8 {
    /// Whether this is white space, as JSON knows it (RFC 8259, section 2).
    var isBlankJSON: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
