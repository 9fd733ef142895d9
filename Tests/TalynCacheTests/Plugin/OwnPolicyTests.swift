import Foundation
import HTTPTypes
import Talyn
import TalynCache
import TestSupport
import Testing

/// Lifetimes, keys and users that the app gives.
struct OwnPolicyTests {
    private static let url = "https://example.com/a"
    private static let minute = CachePolicy(lifetime: .seconds(60))

    @Test func ownLifetimeIsThatOfTheCall() async throws {
        let origin = ScriptedOrigin([.cacheControl: "no-cache"])
        let (_, transport) = origin.cached()
        #expect(try await transport.text(Self.url, .for(.seconds(600))) == "1")
        origin.move(by: 61)
        #expect(try await transport.text(Self.url, .for(.seconds(600))) == "1")
        #expect(try await transport.text(Self.url, .for(.seconds(60))) == "2")
        #expect(try await transport.text(Self.url) == "3")
    }

    @Test(arguments: [404, 500, 301])
    func ownLifetimeIsNotForFailuresAndRedirects(status: Int) async throws {
        let origin = ScriptedOrigin { _, number in .text("\(number)", [:], status: status) }
        let (_, transport) = origin.cached()
        #expect(try await transport.text(Self.url, Self.minute) == "1")
        #expect(try await transport.text(Self.url, Self.minute) == "2")
    }

    @Test func ownLifetimeIsNotForThePOSTToAURL() async throws {
        let origin = ScriptedOrigin([:])
        let (_, transport) = origin.cached()
        _ = try await transport.send(.get(Self.url, Self.minute, method: "POST")).readText()
        #expect(try await transport.text(Self.url, Self.minute) == "2")
    }

    @Test func redirectOfACallWithAKeyIsFollowed() async throws {
        struct Search: TargetType {
            var baseURL: URL { URL(string: "https://example.com")! }
            var path: RequestPath { "/old" }
            var requestOptions: RequestOptions {
                RequestOptions { $0.cache = CachePolicy(lifetime: .seconds(60), key: "search") }
            }
        }
        let origin = ScriptedOrigin { request, number in
            request.url?.path == "/old"
                ? .text("", [.location: "/new", .cacheControl: "max-age=60"], status: 301) : .text("\(number)")
        }
        let provider = Provider<Search>(transport: origin.cached().1)
        #expect(try await provider.request(Search(), as: String.self) == "2")
        // The key is that of the redirect, which isn't stored. The other resource is stored by its URL.
        #expect(try await provider.request(Search(), as: String.self) == "2")
        #expect(origin.requests.count == 3)
    }

    @Test func keysOfTwoOriginsDiffer() async throws {
        let origin = ScriptedOrigin([:])
        let (cache, transport) = origin.cached()
        let policy = CachePolicy(lifetime: .seconds(60), key: "search")
        #expect(try await transport.text("https://a.example/", policy) == "1")
        #expect(try await transport.text("https://b.example/", policy) == "2")
        #expect(try await transport.text("https://a.example/other", policy) == "1")
        try await cache.remove(host: "a.example")
        #expect(try await transport.text("https://a.example/", policy) == "3")
        #expect(try await transport.text("https://b.example/", policy) == "2")
    }

    @Test func responsesOfANamedUserOutliveTokens() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached()
        func text(_ user: String, _ token: String) async throws -> String {
            try await transport.text(Self.url, CachePolicy(user: user), ["Authorization": token])
        }
        #expect(try await text("ada", "1") == "1")
        #expect(try await text("ada", "2") == "1")
        #expect(try await text("grace", "2") == "2")
    }

    /// The body says what is asked for, as in a search. The URL doesn't identify the response.
    @Test(arguments: ["GET", "HEAD"]) func requestWithABodyNeedsAKey(method: String) async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached()
        func send(_ body: String, key: String?) async throws {
            var request = OutgoingRequest.get("https://example.com/a", CachePolicy(key: key), method: method)
            request.body = HTTPBody(Data(body.utf8))
            _ = try await transport.send(request).readText()
        }
        for body in ["a", "b", "a"] { try await send(body, key: nil) }
        #expect(origin.requests.count == 3)
        guard method == "GET" else { return }
        for body in ["a", "b"] { for _ in 0..<2 { try await send(body, key: body) } }
        #expect(origin.requests.count == 5)
    }
}
