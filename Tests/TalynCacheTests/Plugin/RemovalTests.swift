import Foundation
import HTTPTypes
import Talyn
import TestSupport
import Testing

@testable import TalynCache

/// Responses that are on their way to the store during a removal.
struct RemovalTests {
    private static let url = URL(string: "https://example.com/a")!

    enum Removal: CaseIterable {
        case all, url, tag, host, unsafeRequest
    }

    private static func remove(_ removal: Removal, from cache: HTTPCache, _ transport: some Transport) async throws {
        switch removal {
        case .all: try await cache.removeAll()
        case .url: try await cache.remove(url)
        case .tag: try await cache.remove(tag: "news")
        case .host: try await cache.remove(host: "example.com")
        case .unsafeRequest: _ = try await transport.send(.get(method: "DELETE")).readText()
        }
    }

    @Test(arguments: Removal.allCases)
    func responseOfAnOlderRequestIsNotStored(removal: Removal) async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (cache, transport) = origin.cached()
        let response = try await transport.send(.get())
        try await Self.remove(removal, from: cache, transport)
        #expect(try await response.readText() == "1")
        #expect(try await cache.responses().isEmpty)
    }

    @Test(arguments: Removal.allCases)
    func responseIsNotStoredByACommitDuringARemoval(removal: Removal) async throws {
        let store = HeldStore()
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (cache, transport) = origin.cached(store)
        let call = Task { try await transport.text("https://example.com/a", CachePolicy(tags: ["news"])) }
        await store.commitWaits()
        try await Self.remove(removal, from: cache, transport)
        store.open()
        #expect(try await call.value == "1")
        try await cache.flights.waitForAll()
        #expect(try await cache.responses().isEmpty)
    }

    @Test func removalForAnotherURLLeavesAResponse() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (cache, transport) = origin.cached()
        let response = try await transport.send(.get("https://example.com/b"))
        try await cache.remove(Self.url)
        _ = try await response.readText()
        #expect(try await cache.responses().count == 1)
    }

    @Test func responsesOfABaseURLAreRemoved() async throws {
        struct Shop: TargetType {
            var baseURL: URL { URL(string: "https://example.com")! }
            var path: RequestPath { "/a" }
        }
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (cache, transport) = origin.cached()
        let staging = URL(string: "https://staging.example.com")!
        let provider = Provider<Shop>(baseURL: staging, transport: transport)
        _ = try await provider.request(Shop())
        try await cache.remove(Shop(), baseURL: staging)
        #expect(try await provider.request(Shop(), as: String.self) == "2")
    }
}
