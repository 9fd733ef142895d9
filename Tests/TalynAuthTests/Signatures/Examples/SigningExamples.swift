#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import Talyn
import TalynAuth

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

// The code of SignRequests.md and of comments, compiled and run.

enum SigningExamples {
    enum API: TargetType {
        case order

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/orders" }
        var method: HTTPRequest.Method { .post }
        var body: RequestBody { .json(["item": "tea"]) }
    }

    typealias Storage = API

    struct Sessions {
        func assumeRole() async throws -> AWSCredentials {
            AWSCredentials(accessKeyID: "ASIAEXAMPLE", secretAccessKey: "secret", sessionToken: "token")
        }
    }

    static func ownSignature(_ secret: Data) -> (Provider<API>, SigningPlugin) {
        let key = SymmetricKey(data: secret)
        let signing = SigningPlugin { request, bodyDigest in
            let digest = try await bodyDigest()
            let signed = Data("\(request.method) \(request.head.path ?? "/")\n".utf8) + digest
            let code = HMAC<SHA256>.authenticationCode(for: signed, using: key)
            try request.setCredential(Data(code).base64EncodedString(), for: .named("X-Signature"))
        }
        let api = Provider<API>(plugins: [signing])
        return (api, signing)
    }

    static func storage() -> Provider<Storage> {
        let storage = Provider<Storage>(plugins: [AWSSigningPlugin(region: "eu-central-1", service: "s3")])
        return storage
    }

    static func sources(_ secretKey: String) -> ([AWSCredentialSource], AWSSigningPlugin) {
        let sessions = Sessions()
        let fixed = AWSCredentialSource.fixed(AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: secretKey))
        let profile = AWSCredentialSource.profile("production")
        let role = AWSCredentialSource { try await sessions.assumeRole() }
        let plugin = AWSSigningPlugin(
            region: "eu-central-1",
            service: "dynamodb",
            credentials: .first(of: [.environment, role])
        )
        return ([fixed, profile, role], plugin)
    }

    static func temporary() -> AWSCredentialSource {
        let sessions = Sessions()
        let temporary = AWSCredentialSource { try await sessions.assumeRole() }
        return temporary
    }

    static func link(_ plugin: AWSSigningPlugin) async throws -> URL {
        let request = OutgoingRequest(method: .put, url: URL(string: "https://photos.s3.amazonaws.com/cat.jpg")!)
        let link = try await plugin.presignedURL(for: request, expiresIn: .seconds(3_600))
        return link
    }

    static func messages(_ pem: String) throws -> ([Provider<API>], HTTPMessageSigner) {
        let key = try SigningKey(pemRepresentation: pem)
        let signer = HTTPMessageSigner(key: key, keyID: "app-1", components: [.method, .targetURI, .contentDigest])
        let api = Provider<API>(plugins: [signer])
        let provider = Provider<API>(plugins: [signer])
        return ([api, provider], signer)
    }

    static func components() -> [HTTPMessageComponent] {
        let components: [HTTPMessageComponent] = [.method, .targetURI, .field(.contentType), .contentDigest]
        return components
    }

    static func verification(
        _ keys: [String: VerificationKey],
        _ request: HTTPRequest,
        _ body: Data
    ) async throws -> HTTPMessageSignature {
        let verifier = HTTPMessageVerifier(requiring: [.method, .targetURI, .contentDigest]) { signature in
            keys[signature.keyID ?? ""]
        }
        let signature = try await verifier.verify(request, body: body)
        return signature
    }

    static func webhook(_ request: HTTPRequest, _ body: Data) throws {
        let webhook = try StandardWebhook(secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        try webhook.verify(body, request.headerFields)
    }

    static func newKey() -> String? {
        let key = SigningKey.ed25519()
        let publicKey = key.verificationKey.pemRepresentation
        return publicKey
    }

    static func keyFile(_ file: URL) throws -> SigningKey {
        let key = try SigningKey(pemRepresentation: String(contentsOf: file, encoding: .utf8))
        return key
    }

    static func signature(_ path: String, _ digest: Data) -> String { "\(path) \(digest.count)" }

    static func closure() -> SigningPlugin {
        let signing = SigningPlugin { request, bodyDigest in
            let digest = try await bodyDigest()
            let path = request.head.path ?? "/"
            try request.setCredential(signature(path, digest), for: .named("X-Signature"))
        }
        return signing
    }
}
#endif
