#if canImport(CryptoKit) || Crypto
import Foundation
import Testing

@testable import TalynAuth

@Suite("JSON web signatures")
struct JSONWebSignatureTests {
    private struct Claims: Codable, Equatable {
        var iss = "joe/ann"
        var exp = 1_300_819_380
    }

    @Test(
        "each algorithm signs the header and the claims",
        arguments: [
            (ExampleKeys.p256Private, nil, "ES256"), (ExampleKeys.ed25519Private, nil, "EdDSA"),
            (ExampleKeys.rsaPrivate, nil, "RS256"), (ExampleKeys.rsaPrivate, SignatureAlgorithm.rsaPSSSHA256, "PS256"),
        ] as [(String, SignatureAlgorithm?, String)]
    )
    func signsHeaderAndClaims(_ pem: String, _ algorithm: SignatureAlgorithm?, _ name: String) throws {
        let key = try SigningKey(pemRepresentation: pem)
        let header = JSONWebSignature.Header(type: "dpop+jwt", keyID: "k1", key: key.verificationKey.jsonWebKey)
        let token = try JSONWebSignature.compact(Claims(), header: header, key: key, algorithm: algorithm)
        let parts = token.split(separator: ".").map { String($0) }
        #expect(parts.count == 3)
        #expect(!token.contains("=") && !token.contains("+") && !token.contains("/"))
        let decoded = try #require(Data(base64URL: parts[0]))
        let members = try #require(try JSONSerialization.jsonObject(with: decoded) as? [String: Any])
        #expect(members["alg"] as? String == name)
        #expect(members["typ"] as? String == "dpop+jwt")
        #expect(members["kid"] as? String == "k1")
        #expect(members["jwk"] as? [String: String] == key.verificationKey.jsonWebKey)
        #expect(try JSONDecoder().decode(Claims.self, from: try #require(Data(base64URL: parts[1]))) == Claims())
        let signature = try #require(Data(base64URL: parts[2]))
        let signed = Data("\(parts[0]).\(parts[1])".utf8)
        let used = algorithm ?? key.jsonWebAlgorithm
        #expect(try key.verificationKey.isValidSignature(signature, of: signed, using: used))
    }

    @Test("a shared secret signs with HS256, and a header without members has the algorithm alone")
    func sharedSecretSigns() throws {
        let key = try SigningKey(secret: Data("secret".utf8))
        let token = try JSONWebSignature.compact(["a": 1], header: .init(), key: key)
        // {"alg":"HS256"} and {"a":1}
        #expect(token.hasPrefix("eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ."))
    }
}

extension Data {
    /// Decodes Base64 for URLs.
    init?(base64URL text: String) {
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        self.init(
            base64Encoded: padded.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        )
    }
}
#endif
