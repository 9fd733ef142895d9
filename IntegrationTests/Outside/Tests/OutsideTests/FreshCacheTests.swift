#if canImport(Crypto)
import Foundation
import Outside
import Synchronization
import TalynTesting
import Testing

struct FreshCacheTests {
    private final class Now: Sendable {
        private let state = Mutex(Date(timeIntervalSince1970: 1_000_000))

        var date: Date { state.withLock { $0 } }

        func advance(by seconds: TimeInterval) { state.withLock { $0 += seconds } }
    }

    private let now = Now()

    private func cache() -> FreshCache { FreshCache { [now] in now.date } }

    private static let fresh: HTTPFields = [.cacheControl: "max-age=60"]

    @Test(.stubs) func freshResponseIsUsedAgain() async throws {
        StubSet.current.on(.get("/items/{number}"), .text("tea", headerFields: Self.fresh))
        let shop = Provider<Shop>(plugins: [cache()])
        #expect(try await shop.request(.item(1), as: String.self) == "tea")
        let stored = try await shop.request(.item(1))
        #expect(try stored.decode(String.self) == "tea")
        #expect(stored.metrics?.attempts.first?.cacheStatus == "Outside; hit")
        #expect(stored.metrics?.notes.map(\.plugin) == ["FreshCache"])
        #expect(StubSet.current.requests.count == 1)
        now.advance(by: 61)
        #expect(try await shop.request(.item(1), as: String.self) == "tea")
        #expect(StubSet.current.requests.count == 2)
    }

    @Test(.stubs) func largeResponseIsNotStored() async throws {
        let text = String(repeating: "tea ", count: 300_000)
        StubSet.current.on(.get("/items/{number}"), .text(text, headerFields: Self.fresh))
        let shop = Provider<Shop>(plugins: [cache()])
        for _ in 0..<2 { #expect(try await shop.request(.item(1), as: String.self) == text) }
        #expect(StubSet.current.requests.count == 2)
    }

    @Test(.stubs) func otherCredentialsGetOtherResponses() async throws {
        StubSet.current.on(.get("/items/{number}")) { request in
            .text(request.headerFields[SessionKeys.fieldName] ?? "", headerFields: Self.fresh)
        }
        let cache = cache()
        for user in ["ada", "bob", "ada"] {
            let shop = Provider<Shop>(plugins: [cache, SessionKeys { user }])
            #expect(try await shop.request(.item(1), as: String.self) == user)
        }
        #expect(StubSet.current.requests.count == 2)
    }

    @Test(.stubs) func onlyServersAnswersReachPluginsInside() async throws {
        StubSet.current.on(.get("/items/{number}"), .text("tea", headerFields: Self.fresh))
        // In either order, the cache is around the signature.
        let shop = Provider<Shop>(plugins: [signing, cache()])
        for _ in 0..<3 { #expect(try await shop.request(.item(1), as: String.self) == "tea") }
        #expect(StubSet.current.requests.map(\.isSigned) == [true])
    }

    @Test(.stubs) func cacheStaysInsideRetriesAndAroundSharedRequests() async throws {
        StubSet.current.on(.get("/items/{number}"), .status(503), .text("tea", headerFields: Self.fresh))
        let plugins: [any Plugin] = [RetryPlugin(.init { $0.backoff = .none }), CoalescingPlugin(), cache()]
        let shop = Provider<Shop>(plugins: plugins)
        #expect(try await shop.request(.item(1), as: String.self) == "tea")
        #expect(try await shop.request(.item(1), as: String.self) == "tea")
        #expect(StubSet.current.requests.count == 2)
    }
}
#endif
