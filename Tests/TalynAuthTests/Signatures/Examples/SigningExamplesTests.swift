#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import TestSupport
import Testing

@testable import TalynAuth

@Suite("The examples of the page about signatures")
struct SigningExamplesTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func examples() throws -> DocumentedExamples {
        try DocumentedExamples(compiledIn: [here.appendingPathComponent("SigningExamples.swift")])
    }

    @Test("each line of the page is compiled")
    func pageIsCompiled() throws {
        let page = Self.root.appendingPathComponent("Sources/TalynAuth/TalynAuth.docc/SignRequests.md")
        let result = try Self.examples().check(page: page)
        #expect(result.missing == [])
        #expect(result.count > 20)
    }

    @Test(
        "each line of an example in a comment is compiled",
        arguments: [
            "Keys/SigningKey.swift", "Signatures/SigningPlugin.swift", "Signatures/AWS/AWSSigningPlugin.swift",
            "Signatures/AWS/AWSCredentialSource.swift", "Signatures/Messages/HTTPMessageComponent.swift",
            "Signatures/Messages/HTTPMessageSigner.swift", "Signatures/Messages/HTTPMessageVerifier.swift",
            "Signatures/Webhooks/StandardWebhook.swift",
        ]
    )
    func commentIsCompiled(_ file: String) throws {
        let source = Self.root.appendingPathComponent("Sources/TalynAuth/\(file)")
        let result = try Self.examples().check(commentsOf: source)
        #expect(result.missing == [])
        #expect(result.count > 0)
    }

    @Test("the signature of the closure covers the path and the body")
    func closureSigns() async throws {
        func signature(_ path: String, _ body: String) async throws -> String? {
            let (_, plugin) = SigningExamples.ownSignature(Data("secret".utf8))
            let request = OutgoingRequest(
                method: .post,
                url: URL(string: "https://api.example.com\(path)")!,
                body: HTTPBody(Data(body.utf8))
            )
            let sent = Recorder<String>()
            _ = try await plugin.intercept(request) { request in
                sent.record(request.headerFields["X-Signature"] ?? "")
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
            return sent.events.first
        }
        let first = try await signature("/a", "b")
        #expect(try await signature("/a", "b") == first)
        #expect(try await signature("/b", "b") != first)
        #expect(try await signature("/a", "c") != first)
    }

    @Test("the sources have their credentials, and the link has its signature")
    func sourcesHaveCredentials() async throws {
        let (sources, _) = SigningExamples.sources("secret")
        #expect(try await sources[0].load()?.accessKeyID == "AKIDEXAMPLE")
        #expect(try await sources[2].load()?.sessionToken == "token")
        #expect(try await SigningExamples.temporary().load()?.accessKeyID == "ASIAEXAMPLE")
        let plugin = AWSSigningPlugin(region: "eu-central-1", service: "s3", credentials: sources[2])
        let link = try await SigningExamples.link(plugin).absoluteString
        #expect(link.hasPrefix("https://photos.s3.amazonaws.com/cat.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&"))
        #expect(link.contains("&X-Amz-Security-Token=token&X-Amz-Signature="))
        _ = SigningExamples.storage()
    }

    @Test("a server verifies what the example signs")
    func serverVerifiesExample() async throws {
        let body = Data(#"{"item":"tea"}"#.utf8)
        let request = OutgoingRequest(
            method: .post,
            url: URL(string: "https://api.example.com/orders")!,
            body: HTTPBody(body)
        )
        let (_, signer) = try SigningExamples.messages(ExampleKeys.ed25519Private)
        let key = try VerificationKey(pemRepresentation: ExampleKeys.ed25519Public)
        _ = try await signer.intercept(request) { request in
            let signature = try await SigningExamples.verification(["app-1": key], request.head, body)
            #expect(signature.components == [.method, .targetURI, .contentDigest])
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        #expect(SigningExamples.components().count == 4)
    }

    @Test("the webhook and the keys of the examples work")
    func webhookAndKeys() throws {
        let body = Data("{}".utf8)
        var request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/")
        request.headerFields = try StandardWebhook(secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
            .sign(body, id: "msg_1")
        try SigningExamples.webhook(request, body)
        #expect(SigningExamples.newKey()?.hasPrefix("-----BEGIN PUBLIC KEY-----") == true)
        let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("talyn-\(UUID().uuidString)")
        try Data(ExampleKeys.p256Private.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect("\(try SigningExamples.keyFile(file))" == "SigningKey(a key of the curve P-256)")
        #expect(SigningExamples.signature("/", Data(count: 2)) == "/ 2")
        _ = SigningExamples.closure()
    }
}
#endif
