#if os(Linux)
import Foundation
import FoundationNetworking
import Talyn
import TalynCache
import TalynTesting
import Testing

private struct Account: TargetType {
    var token: String?

    var baseURL: URL { URL(string: "https://example.com")! }
    var path: RequestPath { "/account" }
    var method: HTTPRequest.Method { .post }
    var headerFields: HTTPFields { token.map { [.authorization: $0] } ?? [:] }
    var body: RequestBody { .data(Data(repeating: 0x61, count: 10_000)) }
}

private struct Page: TargetType {
    let token: String

    var baseURL: URL { URL(string: "https://example.com")! }
    var path: RequestPath { "/page" }
    var headerFields: HTTPFields { [.authorization: token] }
}

/// What differs on Linux without the traits AsyncHTTPClient and Crypto.
struct WithoutTraitsTests {
    @Test func callWithoutATransportNamesTheTrait() async throws {
        let error = await #expect(throws: TalynError.self) { try await Provider<Page>().request(Page(token: "a")) }
        let text = try #require(error?.description)
        #expect(text.contains("trait AsyncHTTPClient"))
    }

    @Test(.stubs) func basicChallengeIsAnswered() async throws {
        StubSet.current.on(
            .post("/account"),
            .status(401, headerFields: [.wwwAuthenticate: #"Basic realm="a""#]),
            .text("Hello")
        )
        let text = try await Self.provider.request(Account(), as: String.self)
        #expect(text == "Hello")
    }

    @Test(.stubs) func digestChallengeIsNotAnswered() async throws {
        let challenge = #"Digest realm="a", nonce="b", qop="auth", algorithm=SHA-256"#
        let stub = StubSet.current.on(
            .post("/account"),
            .status(401, headerFields: [.wwwAuthenticate: challenge])
        )
        let error = await #expect(throws: TalynError.self) { try await Self.provider.request(Account()) }
        #expect(error?.response?.statusCode == 401)
        #expect(StubSet.current.requests(to: stub).count == 1)
    }

    @Test(.stubs) func bodyIsCompressedByACompressorOfTheCaller() async throws {
        let stub = StubSet.current.on(.post("/account"), .text("Hello"))
        var options = RequestOptions()
        options.compression = BodyCompression(contentCoding: "a") { $0.prefix(1) }
        _ = try await Self.provider.request(Account(), options: options)
        let request = try #require(StubSet.current.requests(to: stub).first)
        #expect(request.body == Data("a".utf8))
        #expect(request.headerFields[.contentEncoding] == "a")
    }

    @Test(.stubs) func cacheKeepsCredentialsApart() async throws {
        let stub = StubSet.current.on(.get("/page")) { request in
            .text(request.headerFields[.authorization] ?? "", headerFields: [.cacheControl: "private, max-age=60"])
        }
        let provider = Provider<Page>(plugins: [CachePlugin(HTTPCache())])
        for token in ["Bearer a", "Bearer b", "Bearer a"] {
            let text = try await provider.request(Page(token: token), as: String.self)
            #expect(text == token)
        }
        #expect(StubSet.current.requests(to: stub).count == 2)
    }

    private static var provider: Provider<Account> {
        Provider(
            plugins: [
                PasswordPlugin { _ in PasswordCredential(user: "ada", password: "secret") }
            ]
        )
    }
}
#endif
