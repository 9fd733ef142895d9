import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import TestSupport
import Testing

@testable import TalynAuth

@Suite("Signatures by a closure")
struct SigningPluginTests {
    enum API: TargetType {
        case upload(RequestBody)

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/files" }
        var method: HTTPRequest.Method { .post }
        var body: RequestBody { if case .upload(let body) = self { body } else { .none } }
    }

    static let digest = SigningPlugin { request, bodyDigest in
        let digest = try await bodyDigest()
        #expect(try await bodyDigest() == digest)
        try request.setCredential(digest.hexadecimal, for: .named("X-Digest"))
    }

    /// Calls a provider, and returns the requests that its transport got.
    static func requests(
        _ body: RequestBody,
        _ plugins: [any Plugin],
        answers: [TransportResponse] = []
    ) async throws -> [OutgoingRequest] {
        let sent = Recorder<OutgoingRequest>()
        let transport = ClosureTransport { request in
            let count = sent.events.count
            if let body = request.body { for try await _ in body {} }
            sent.record(request)
            return count < answers.count ? answers[count] : TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        _ = try await Provider<API>(transport: transport, plugins: plugins).request(.upload(body))
        return sent.events
    }

    @Test("a replayable body is read once for the digest, and once to be sent")
    func bodyIsReadTwice() async throws {
        let readings = Locked(0)
        let body = HTTPBody(length: 3, isReplayable: true) {
            readings.withLock { $0 += 1 }
            var chunk: Data? = Data("abc".utf8)
            return { chunk.take() }
        }
        let request = OutgoingRequest(method: .post, url: URL(string: "https://a.example")!, body: body)
        _ = try await Self.digest.intercept(request) { request in
            #expect(request.headerFields["X-Digest"] == SHA256Text.of(Data("abc".utf8)))
            #expect(readings.withLock { $0 } == 1)
            for try await _ in try #require(request.body) {}
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        #expect(readings.withLock { $0 } == 2)
    }

    @Test("a request without a body has the digest of no bytes")
    func requestWithoutBody() async throws {
        let sent = try await Self.requests(.none, [Self.digest])
        #expect(sent.first?.headerFields["X-Digest"] == SHA256Text.of(Data()))
    }

    @Test("a body that can be read only once is refused before anything is sent, unless no digest is asked for")
    func bodyOfOneReading() async throws {
        let body = HTTPBody(AsyncStream { $0.finish() })
        let request = OutgoingRequest(method: .post, url: URL(string: "https://a.example")!, body: body)
        let error = await #expect(throws: SignatureError.self) {
            _ = try await Self.digest.intercept(request) { _ in
                Issue.record("The request was sent.")
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        }
        #expect(
            error?.description == "The body can't be signed, since it can be read only once. "
                + "Send data or a file, mark the stream as replayable, or choose a signature that doesn't cover the body."
        )
        let plugin = SigningPlugin { request, _ in request.headerFields["X-Key"] = "k" }
        _ = try await plugin.intercept(request) { request in
            for try await _ in try #require(request.body) {}
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
    }

    @Test("changed fields and added parameters count as credentials")
    func changesAreCredentials() async throws {
        let plugin = SigningPlugin { request, _ in
            request.headerFields["X-Mine"] = "secret"
            request.headerFields.append(HTTPField(name: .accept, value: "x/y"))
            request.head.path = "/files?mine=secret"
        }
        let sent = try #require(try await Self.requests(.none, [plugin]).first)
        #expect(sent.credentialNames.isSuperset(of: ["X-Mine", "mine"]))
        #expect(!sent.credentialNames.contains("Content-Type"))
    }

    @Test("a value with a line break is refused")
    func lineBreakIsRefused() async throws {
        let plugin = SigningPlugin { request, _ in try request.setCredential("a\r\nb: c", for: .named("X-Mine")) }
        await #expect(throws: TalynError.self) { _ = try await Self.requests(.none, [plugin]) }
    }

    @Test("a call whose request can't be signed fails with the signature's error, and sends nothing")
    func callFailsWithError() async throws {
        let sent = Locked(false)
        let transport = ClosureTransport { _ in
            sent.withLock { $0 = true }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let aws = AWSSigningPlugin(region: "r", service: "sts", credentials: AWSCredentialSource { nil })
        let error = await #expect(throws: TalynError.self) {
            _ = try await Provider<API>(transport: transport, plugins: [aws]).request(.upload(.none))
        }
        #expect((error?.underlyingError as? SignatureError)?.reason == .noCredentials)
        #expect(error?.description.contains("There are no AWS credentials. Set AWS_ACCESS_KEY_ID") == true)
        #expect(!sent.withLock { $0 })
    }

    @Test("a redirect on the origin is signed anew, and one to another origin isn't signed")
    func redirectsAreSignedForTheOrigin() async throws {
        func redirect(_ location: String) -> TransportResponse {
            TransportResponse(statusCode: 307, headerFields: [.location: location], body: HTTPBody(Data()))
        }
        let path = SigningPlugin { request, _ in
            try request.setCredential(request.head.path ?? "", for: .named("X-Path"))
        }
        var credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "secret")
        credentials.sessionToken = "token"
        let aws = AWSSigningPlugin(region: "r", service: "s3", credentials: .fixed(credentials))
        let sent = try await Self.requests(
            .json(["a": 1]),
            [path, aws],
            answers: [redirect("/other"), redirect("https://evil.example/files")]
        )
        #expect(sent.map { $0.headerFields["X-Path"] } == ["/files", "/other", nil])
        #expect(sent.map { $0.headerFields.contains(.authorization) } == [true, true, false])
        #expect(sent.last?.headerFields["X-Amz-Security-Token"] == nil)
    }

    @Test("the signature covers the compressed body")
    func compressedBodyIsSigned() async throws {
        struct Compressed: TargetType {
            var baseURL: URL { URL(string: "https://api.example.com")! }
            var path: RequestPath { "/files" }
            var method: HTTPRequest.Method { .post }
            var body: RequestBody { .data(Data(repeating: 1, count: 5_000)) }
            var requestOptions: RequestOptions {
                RequestOptions {
                    $0.compression = BodyCompression(contentCoding: "x") { Data([UInt8($0.count & 0xFF)]) }
                }
            }
        }
        let sent = Recorder<OutgoingRequest>()
        let transport = ClosureTransport { request in
            sent.record(request)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        _ = try await Provider<Compressed>(transport: transport, plugins: [Self.digest]).request(Compressed())
        #expect(sent.events.first?.headerFields["X-Digest"] == SHA256Text.of(Data([UInt8(5_000 & 0xFF)])))
    }
}
#endif
