#if canImport(Crypto)
import Foundation
import Outside
import TalynCache
import TalynTesting
import Testing

struct RequestSigningTests {
    @Test(.stubs) func stubsGetSignedRequests() async throws {
        StubSet.current.on(.get("/items/{number}"), .text("tea"))
        _ = try await Provider<Shop>(plugins: [signing]).request(.item(7))
        #expect(StubSet.current.requests.map(\.isSigned) == [true])
    }

    @Test(.stubs) func signatureCoversTheCompressedBody() async throws {
        StubSet.current.on(.post("/orders"), .status(204))
        let options = RequestOptions { $0.compression = .gzip(minimumSize: 1) }
        let text = String(repeating: "tea ", count: 1_000)
        _ = try await Provider<Shop>(plugins: [signing], requestOptions: options).request(.order(text))
        let request = try #require(StubSet.current.requests.first)
        #expect(request.headerFields[.contentEncoding] == "gzip")
        #expect(request.body.count < 200)
        #expect(request.isSigned)
    }

    @Test(.stubs) func eachRequestOfARedirectIsSigned() async throws {
        StubSet.current.on(.get("/"), .status(302, headerFields: [.location: "/items/1?from=home"]))
        StubSet.current.on(.get("/items/1"), .text("tea"))
        let response = try await Provider<Shop>(plugins: [signing]).request(.home)
        #expect(response.url?.absoluteString == "https://shop.example.com/items/1?from=home")
        let requests = StubSet.current.requests
        #expect(requests.map(\.isSigned) == [true, true])
        #expect(Set(requests.map { $0.headerFields[RequestSigning.fieldName] }).count == 2)
    }

    @Test func recordingsMaskTheSignatureAndReplay() async throws {
        let stubs = StubSet()
        stubs.on(.get("/items/{number}"), .text("tea"))
        let recorder = RecordingTransport(wrapping: stubs)
        _ = try await Provider<Shop>(transport: recorder, plugins: [signing]).request(.item(1))
        let recording = recorder.recording
        let signature = try #require(stubs.requests.first?.headerFields[RequestSigning.fieldName])
        #expect(stubs.requests.map(\.isSigned) == [true])
        let entry = try #require(recording.entries.first)
        #expect(entry.requestHeaderFields[RequestSigning.fieldName] != nil)
        #expect(entry.requestHeaderFields[RequestSigning.fieldName] != signature)
        let replay = Provider<Shop>(transport: ReplayTransport(recording), plugins: [signing])
        #expect(try await replay.request(.item(1), as: String.self) == "tea")
    }

    @Test(.stubs) func onlyRequestsToTheServerAreSignedWithACache() async throws {
        StubSet.current.on(.get("/items/{number}")) { request in
            guard request.headerFields[.ifNoneMatch] == nil else { return .status(304) }
            return .text("tea", headerFields: [.eTag: "\"1\"", .cacheControl: "max-age=60"])
        }
        let signed = List<OutgoingRequest>()
        // In either order, the cache is around the signature.
        let plugins: [any Plugin] = [signing, Watching(requests: signed), CachePlugin(HTTPCache())]
        let shop = Provider<Shop>(plugins: plugins)
        for _ in 0..<3 { #expect(try await shop.request(.item(1), as: String.self) == "tea") }
        #expect(signed.elements.count == 1)
        let options = RequestOptions { $0.cache = .noCache }
        #expect(try await shop.request(.item(1), as: String.self, options: options) == "tea")
        #expect(signed.elements.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"1\""])
        #expect(StubSet.current.requests.map(\.isSigned) == [true, true])
    }

    @Test(.stubs) func otherOriginsGetSignaturesOfTheirOwnRequests() async throws {
        StubSet.current.on(.get("/"), .status(302, headerFields: [.location: "https://other.example/b"]))
        StubSet.current.on(.get("/b"), .text("tea"))
        _ = try await Provider<Shop>(plugins: [signing]).request(.home)
        #expect(StubSet.current.requests.map(\.isSigned) == [true, true])
    }

    @Test(.stubs) func bodyThatCanBeReadOnlyOnceFailsTheCall() async throws {
        struct Upload: TargetType {
            var baseURL: URL { URL(string: "https://shop.example.com")! }
            var path: RequestPath { "/photos" }
            var method: HTTPRequest.Method { .put }
            var body: RequestBody { .stream(HTTPBody(isReplayable: false) { { nil } }) }
        }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Upload>(plugins: [signing]).request(Upload())
        }
        #expect(error?.underlyingError is UnsignableBody)
    }
}

/// Sees the requests that go to the server.
private struct Watching: ExchangeInterceptor {
    let requests: List<OutgoingRequest>

    func intercept(
        _ request: OutgoingRequest,
        next: @escaping NextExchange
    ) async throws -> TransportResponse {
        requests.add(request)
        return try await next(request)
    }
}
#endif
