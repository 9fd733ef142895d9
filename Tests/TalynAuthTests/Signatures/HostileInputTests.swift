#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import TestSupport
import Testing

@testable import TalynAuth

/// Input that is made at random from parts that mean something to a parser.
@Suite("Hostile input")
struct HostileInputTests {
    private static func text(_ parts: [String], _ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? "" }
            .joined()
    }

    @Test("a target that is sent as it is signed is signed in the same way again", arguments: ["s3", "sts"])
    func sentTargetIsStable(_ service: String) {
        var generator = SeededGenerator(seed: 1)
        let parts = [
            "/", "?", "&", "=", "+", "%", "%2", "%2F", "%c3%a4", "ä", "..", ".", "a", "%zz", "~", " ", "#", "\0", "%00",
            "%FF",
        ]
        let rule = AWSCanonicalRequest.PathRule(service: service)
        func canonical(_ target: String) -> [UInt8] {
            AWSCanonicalRequest(method: .get, target: target, rule: rule, host: "h", fields: [:], payloadHash: []).bytes
        }
        for _ in 0..<5_000 {
            let target = "/" + Self.text(parts, &generator)
            let sent = AWSCanonicalRequest.sent(target, rule)
            #expect(AWSCanonicalRequest.sent(sent, rule) == sent, "\(target)")
            #expect(canonical(sent) == canonical(target), "\(target)")
            let lines = String(decoding: canonical(sent), as: UTF8.self).components(separatedBy: "\n")
            #expect(lines.count == 7, "\(target)")
            #expect(lines[1].hasPrefix("/"), "\(target)")
        }
    }

    @Test("no text in the fields of a signature is valid, and none traps")
    func fieldsOfSignature() async {
        var generator = SeededGenerator(seed: 2)
        let parts = [
            "sig1", "=", "(", ")", "\"@method\"", "\"@query-param\";name=\"a\"", "\"date\"", ";sf", ";bs", ";key=\"a\"",
            ";req", ";created=1618884473", ";keyid=\"test-key-ed25519\"", ";alg=\"ed25519\"", ",", " ", ":Zm9v:", "?1",
            "\"", "\\", "1", "-", "@1", "%\"", "ä", ";expires=1", ";tag",
        ]
        let verifier = HTTPMessageVerifierTests.verifier()
        for _ in 0..<5_000 {
            var request = HTTPMessageVerifierTests.request
            request.headerFields[.signatureInput] = "sig1=(" + Self.text(parts, &generator)
            request.headerFields[.signature] =
                Bool.random(using: &generator) ? "sig1=:Zm9v:" : Self.text(parts, &generator)
            #expect(await HTTPMessageVerifierTests.failure(of: verifier, request) != nil)
        }
    }

    @Test("damaged keys never trap")
    func damagedKeys() throws {
        var generator = SeededGenerator(seed: 3)
        for test in KeyCase.all where !test.privatePEM.contains("PARAMETERS") {
            let lines = test.privatePEM.split(separator: "\n")
            let content = try #require(Data(base64Encoded: lines.dropFirst().dropLast().joined()))
            for _ in 0..<200 {
                var damaged = content
                let index = Int.random(in: 0..<min(damaged.count, 64), using: &generator)
                damaged[index] = UInt8.random(in: 0...255, using: &generator)
                let pem = "\(lines.first ?? "")\n\(damaged.base64EncodedString())\n\(lines.last ?? "")"
                if let key = try? SigningKey(pemRepresentation: pem) { _ = key.verificationKey.jsonWebKey }
            }
        }
    }

    @Test("no webhook at random is valid, and none traps")
    func webhooks() throws {
        var generator = SeededGenerator(seed: 4)
        let parts = ["v1", "v1a", ",", " ", "Zm9v", "=", "v2", "-", "1614265330", "%", "ä"]
        for secret in [StandardWebhookTests.secret, "whsk_" + Data(repeating: 7, count: 32).base64EncodedString()] {
            let webhook = try StandardWebhookTests.webhook(secret)
            for _ in 0..<1_000 {
                let fields = StandardWebhookTests.fields(Self.text(parts, &generator), id: Self.text(parts, &generator))
                #expect(throws: SignatureError.self) { try webhook.verify(Data(), fields) }
            }
        }
    }
}
#endif
