import Foundation
import HTTPTypes
import Talyn
import TalynCache
import TalynTesting
import TestSupport
import Testing

/// Secrets in the values of stubs, recordings, caches and transports, and all that their mirrors lead to.
struct PlantedReflectionTests {
    private static let secret = "planted-secret"

    private struct Form: TargetType {
        var baseURL: URL { URL(string: "https://ada:\(secret)@example.com")! }
        var path: RequestPath { "/form" }
        var query: RequestParameters { ["access_token": secret, "page": 2] }
        var headerFields: HTTPFields { [HTTPField.Name("X-API-Key")!: secret] }
    }

    private struct Upload: TargetType {
        var baseURL: URL { URL(string: "https://example.com")! }
        var path: RequestPath { "/upload" }
        var method: HTTPRequest.Method { .post }
        var headerFields: HTTPFields { [.authorization: "Bearer \(secret)"] }
        var body: RequestBody { .multipart([MultipartPart(Data(secret.utf8), name: "password")]) }
    }

    private static let transport = ClosureTransport { request in
        let text = request.headerFields[HTTPField.Name("X-API-Key")!] ?? ""
        return TransportResponse(
            statusCode: 200,
            headerFields: [
                .cacheControl: "max-age=60", .setCookie: "session=\(secret)", .server: "seen of the server",
                .wwwAuthenticate: #"Key error_description="\#(text) has ended""#,
            ],
            body: HTTPBody(Data(#"{"token":"\#(secret)"}"#.utf8))
        )
    }

    private func check(_ shown: Reflected, shows texts: String...) {
        #expect(shown.leaks(of: ["planted"]) == [])
        for text in texts { #expect(shown.texts.contains { $0.contains(text) }, "\(text)") }
    }

    @Test func stubsShowNoSecret() async throws {
        let stubs = StubSet()
        let matcher: RequestMatcher =
            .header(HTTPField.Name("X-API-Key")!, Self.secret) && .query("access_token", Self.secret)
        let stub = stubs.on(matcher, .text("ok"))
        stubs.on(.post("/upload"), .text("ok"))
        let provider = MultiProvider(transport: stubs)
        _ = try await provider.request(Form())
        _ = try await provider.request(Upload())
        let (form, upload) = (try #require(stubs.requests.first), try #require(stubs.requests.last))
        #expect(form.query["access_token"] == Self.secret && upload.parts["password"]?.text == Self.secret)
        check(
            Reflected(stubs, stub, matcher, form, form.query, upload, upload.parts),
            shows: "page=2",
            "X-API-Key: …",
            "password"
        )
    }

    @Test func recordingsShowNoSecret() async throws {
        let recorder = RecordingTransport(wrapping: Self.transport, redaction: .none)
        let log = TrafficLog(redaction: .none)
        let provider = MultiProvider(transport: recorder, plugins: [log])
        _ = try await provider.request(Form())
        _ = try await provider.request(Upload())
        let recording = recorder.recording
        #expect(recording.entries.count == 2 && String(decoding: recording.data, as: UTF8.self).contains(Self.secret))
        check(
            Reflected(
                recording,
                recording.entries,
                TrafficReport(recording),
                recorder,
                log,
                ReplayTransport(recording)
            ),
            shows: "page=2",
            "X-API-Key: …",
            "seen of the server",
            "has ended"
        )
    }

    @Test func cachesShowNoSecret() async throws {
        let cache = HTTPCache()
        let provider = MultiProvider(transport: Self.transport, plugins: [CachePlugin(cache)])
        let response = try await provider.request(Form())
        let entries = try await cache.responses()
        #expect(entries.count == 1)
        check(Reflected(cache, entries, response), shows: "page=2", "seen of the server", "max-age=60")
    }

    @Test func optionsOfTransportsShowNoSecret() throws {
        var options = TransportOptions()
        options.headerFields = [.authorization: "Bearer \(Self.secret)", .userAgent: "seen of the app"]
        let credential = PasswordCredential(user: "ada", password: Self.secret)
        options.proxy = .http(host: "proxy.example.com", port: 3128, credential: credential)
        var invalid = TransportOptions()
        invalid.proxy = .http(host: "ada:\(Self.secret)@proxy.example.com", port: 3128)
        check(Reflected(options, invalid), shows: "Bearer …", "seen of the app", "proxy.example.com")
    }
}
