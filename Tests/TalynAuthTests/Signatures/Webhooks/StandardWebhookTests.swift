#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import Testing

@testable import TalynAuth

@Suite("Standard Webhooks")
struct StandardWebhookTests {
    static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    static let date = Date(timeIntervalSince1970: 1_614_265_330)
    static let body = Data(#"{"test": 2432232314}"#.utf8)

    static func webhook(_ secret: String = secret, at date: Date = date) throws -> StandardWebhook {
        try StandardWebhook(secret: secret) { date }
    }

    static func fields(_ signature: String, id: String = "msg_p5jXN8AQM9LWM0D4loKWxJek") -> HTTPFields {
        [
            .named("webhook-id"): id, .named("webhook-timestamp"): "1614265330",
            .named("webhook-signature"): signature,
        ]
    }

    static let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

    @Test(
        "the example of the specification is valid, also among others",
        arguments: [
            signature, "v1,Zm9v v2,\(signature.dropFirst(3)) \(signature)", "v1a,Zm9v \(signature) v1,Zm9v",
        ]
    )
    func exampleIsValid(_ signature: String) throws {
        try Self.webhook().verify(Self.body, Self.fields(signature))
        try Self.webhook(String(Self.secret.dropFirst(6))).verify(Self.body, Self.fields(signature))
        #expect(throws: SignatureError.self) { try Self.webhook().verify(Self.body + [32], Self.fields(signature)) }
        #expect(throws: SignatureError.self) {
            try Self.webhook().verify(Self.body, Self.fields(signature, id: "msg_q"))
        }
    }

    @Test(
        "signs what it verifies",
        arguments: [
            secret, "whsk_" + Data(repeating: 7, count: 32).base64EncodedString(),
        ]
    )
    func signsWhatItVerifies(_ secret: String) throws {
        let webhook = try Self.webhook(secret)
        let fields = try webhook.sign(Self.body, id: "msg_1")
        try webhook.verify(Self.body, fields)
        #expect(fields["webhook-timestamp"] == "1614265330")
        #expect(throws: SignatureError.self) { try webhook.verify(Data(), fields) }
    }

    @Test("a public key verifies what its private key signed, and can't sign")
    func publicKeyVerifies() throws {
        let seed = Data(repeating: 7, count: 32)
        let key = try SigningKey(pemRepresentation: PEMKey.text("PRIVATE KEY", PEMKey.pkcs8(ofEd25519: seed)))
        let text = try #require(key.verificationKey.jsonWebKey?["x"])
        let bytes = try #require(Data(base64URL: text))
        let fields = try Self.webhook("whsk_" + seed.base64EncodedString()).sign(Self.body, id: "msg_1")
        let receiver = try Self.webhook("whpk_" + bytes.base64EncodedString())
        try receiver.verify(Self.body, fields)
        #expect(throws: SignatureError.self) { try receiver.verify(Self.body + [1], fields) }
        let error = #expect(throws: SignatureError.self) { _ = try receiver.sign(Self.body, id: "msg_1") }
        #expect(error?.reason == .invalidKey)
    }

    @Test(
        "each failure has its reason",
        arguments: [
            ([:], 0, .missingSignature), (fields("v1,Zm9v"), 0, .mismatch), (fields("v1,%"), 0, .mismatch),
            (fields(""), 0, .missingSignature), (fields("v2,Zm9v v1"), 0, .missingSignature),
            (fields("v1a,Zm9v"), 0, .missingSignature), (fields(signature), 301, .outOfTime),
            (fields(signature), -301, .outOfTime), (fields(signature + signature), 0, .mismatch),
            (fields(String(repeating: "v1,Zm9v ", count: 16) + signature), 0, .mismatch),
        ] as [(HTTPFields, Double, SignatureError.Reason)]
    )
    func failuresHaveReasons(_ fields: HTTPFields, _ delay: Double, _ reason: SignatureError.Reason) throws {
        let webhook = try Self.webhook(at: Self.date.addingTimeInterval(delay))
        let error = #expect(throws: SignatureError.self) { try webhook.verify(Self.body, fields) }
        #expect(error?.reason == reason)
    }

    @Test(
        "a timestamp that is no number is refused",
        arguments: ["", "abc", "1614265330.5", "99999999999999999999", "-9223372036854775808"]
    )
    func timestampIsNumber(_ text: String) throws {
        var fields = Self.fields(Self.signature)
        fields["webhook-timestamp"] = text
        #expect(throws: SignatureError.self) { try Self.webhook().verify(Self.body, fields) }
    }

    @Test(
        "a secret that can't be read is refused, and no text shows it",
        arguments: ["", "whsec_", "whsec_%", "whpk_Zm9v", "whsk_Zm9v", "whsk_"]
    )
    func secretIsRefused(_ secret: String) throws {
        let error = #expect(throws: SignatureError.self) { _ = try StandardWebhook(secret: secret) }
        #expect(error?.reason == .invalidKey)
        #expect(error?.description.contains("Zm9v") == false)
        var text = ""
        dump(try StandardWebhook(secret: Self.secret), to: &text)
        #expect(!text.contains("bytes"))
    }

    @Test("a wrong secret has a clear error")
    func wrongSecretHasClearError() throws {
        let webhook = try Self.webhook("whsec_" + Data("another secret".utf8).base64EncodedString())
        let error = #expect(throws: SignatureError.self) {
            try webhook.verify(Self.body, Self.fields(Self.signature))
        }
        #expect(
            error?.description
                == "The signature of the webhook doesn't match: the body was changed, or another secret signed it. "
                + "Pass the bytes of the body as they arrived, and check the secret of this endpoint."
        )
    }
}
#endif
