import Foundation
import Talyn
import Testing

struct KeyMappingTests {
    private struct User: Codable, Equatable {
        var userName = "ada"
        var age = 36
    }

    @Test(arguments: [
        (KeyMapping.useDefaultKeys, #"{"age":36,"userName":"ada"}"#),
        (.snakeCase, #"{"age":36,"user_name":"ada"}"#),
    ])
    func keysAreMappedBothWays(mapping: KeyMapping, json: String) throws {
        let data = try mapping.encoder.encode(User())
        #expect(String(decoding: data, as: UTF8.self) == json)
        #expect(try mapping.decoder.decode(User.self, from: data) == User())
    }

    @Test func mappingsDiffer() throws {
        let data = try KeyMapping.snakeCase.encoder.encode(User())
        #expect(throws: DecodingError.self) { try KeyMapping.useDefaultKeys.decoder.decode(User.self, from: data) }
    }

    @Test func coderIsNobodyElses() {
        let encoder = KeyMapping.snakeCase.encoder
        encoder.outputFormatting = .prettyPrinted
        #expect(KeyMapping.snakeCase.encoder.outputFormatting == .sortedKeys)
        let decoder = KeyMapping.snakeCase.decoder
        decoder.keyDecodingStrategy = .useDefaultKeys
        guard case .convertFromSnakeCase = KeyMapping.snakeCase.decoder.keyDecodingStrategy else {
            Issue.record("The decoder is shared")
            return
        }
    }
}
