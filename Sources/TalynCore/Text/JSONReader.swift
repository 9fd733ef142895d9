#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// JSON without a type to decode.
package enum JSONReader {
    /// Accepts any JSON. The decoder reads the whole text before it asks.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Whether the bytes are JSON.
    static func isValid(_ data: Data) -> Bool {
        (try? JSONDecoder().decode(Anything.self, from: data)) != nil
    }

    /// The content of a string with its quotation marks and escapes; nil for another text.
    package static func string(_ literal: Data) -> String? {
        try? JSONDecoder().decode(String.self, from: literal)
    }

    /// The value: a dictionary, an array, a string, an `Int`, a `Double`, a `Bool`, or nil.
    ///
    /// - Throws: `DecodingError`.
    package static func value(_ data: Data) throws -> Any? {
        try JSONDecoder().decode(Tree.self, from: data).value
    }

    private struct Tree: Decodable {
        let value: Any?

        init(from decoder: any Decoder) throws {
            if let members = try? decoder.container(keyedBy: AnyCodingKey.self) {
                var object: [String: Any?] = [:]
                for key in members.allKeys {
                    object[key.stringValue] = try members.decode(Tree.self, forKey: key).value
                }
                value = object
            } else if var elements = try? decoder.unkeyedContainer() {
                var array: [Any?] = []
                while !elements.isAtEnd { array.append(try elements.decode(Tree.self).value) }
                value = array
            } else {
                value = try Self.scalar(try decoder.singleValueContainer())
            }
        }

        private static func scalar(_ container: any SingleValueDecodingContainer) throws -> Any? {
            if container.decodeNil() { return nil }
            if let value = try? container.decode(Bool.self) { return value }
            if let value = try? container.decode(Int.self) { return value }
            if let value = try? container.decode(Double.self) { return value }
            return try container.decode(String.self)
        }
    }
}
