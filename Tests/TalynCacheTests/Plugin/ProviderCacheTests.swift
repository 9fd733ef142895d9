import Foundation
import HTTPTypes
import Talyn
import TalynCache
import TalynTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct ProviderCacheTests {
    private enum Shop: TargetType {
        case products
        case news

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: RequestPath { self == .products ? "/products" : "/news" }
        var requestOptions: RequestOptions {
            RequestOptions { if self == .news { $0.cache = .for(.seconds(60)) } }
        }
    }

    @Test func metricsTellTheAnswerOfTheCache() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let provider = Provider<Shop>(transport: origin.cached().1)
        _ = try await provider.request(.products)
        let response = try await provider.request(.products)
        #expect(response.cacheStatus?.isHit == true)
        #expect(response.metrics?.attempts.last?.cacheStatus == "Talyn; hit; ttl=60")
        #expect(response.metrics?.description.contains("cache: Talyn; hit; ttl=60") == true)
    }

    @Test func staleAnswerIsTold() async throws {
        let origin = ScriptedOrigin { _, number in
            guard number == 1 else { throw TransportError(.notConnected) }
            return .text("1", [.cacheControl: "max-age=60"])
        }
        let provider = Provider<Shop>(transport: origin.cached(whenDisconnected: .seconds(3_600)).1)
        #expect(try await provider.request(.products).cacheStatus?.isStale == false)
        origin.move(by: 30)
        #expect(try await provider.request(.products).cacheStatus?.isStale == false)
        origin.move(by: 29.5)
        let last = try await provider.request(.products).cacheStatus
        #expect(last?.isHit == true)
        #expect(last?.timeToLive == 1)
        #expect(last?.isStale == false)
        origin.move(by: 0.5)
        let first = try await provider.request(.products).cacheStatus
        #expect(first?.timeToLive == 0)
        #expect(first?.isStale == true)
        origin.move(by: 0.5)
        #expect(try await provider.request(.products).cacheStatus?.isStale == true)
        origin.move(by: 60)
        #expect(try await provider.request(.products).cacheStatus?.isStale == true)
        let stored = RequestOptions { $0.cache = .onlyIfCached }
        #expect(try await provider.request(.products, options: stored).cacheStatus?.isStale == true)
    }

    @Test func answerWithALifetimeBelowASecondIsFresh() async throws {
        let provider = Provider<Shop>(transport: ScriptedOrigin([:]).cached().1)
        let options = RequestOptions { $0.cache = .for(.milliseconds(500)) }
        _ = try await provider.request(.products, options: options)
        let status = try await provider.request(.products, options: options).cacheStatus
        #expect(status?.isHit == true)
        #expect(status?.isStale == false)
    }

    @Test func confirmedAnswerIsNotStale() async throws {
        let origin = ScriptedOrigin { _, number in
            .text("1", [.cacheControl: "max-age=0", .eTag: "\"1\""], status: number == 1 ? 200 : 304)
        }
        let provider = Provider<Shop>(transport: origin.cached().1)
        _ = try await provider.request(.products)
        let confirmed = try await provider.request(.products)
        #expect(confirmed.cacheStatus?.forwardStatus == 304)
        #expect(confirmed.cacheStatus?.isStale == false)
    }

    @Test func optionsOfATargetAndACallDecide() async throws {
        let origin = ScriptedOrigin([:])
        let provider = Provider<Shop>(transport: origin.cached().1)
        #expect(try await provider.request(.news, as: String.self) == "1")
        #expect(try await provider.request(.news, as: String.self) == "1")
        #expect(
            try await provider.request(.news, as: String.self, options: RequestOptions { $0.cache = .noStore }) == "2"
        )
        #expect(try await provider.request(.products, as: String.self) == "3")
    }

    @Test func responsesOfATargetAreRemoved() async throws {
        let origin = ScriptedOrigin([:])
        let (cache, transport) = origin.cached()
        let provider = Provider<Shop>(transport: transport)
        _ = try await provider.request(.news)
        try await cache.remove(Shop.news)
        #expect(try await provider.request(.news, as: String.self) == "2")
    }

    @Test func redirectsAreCachedHopByHop() async throws {
        let origin = ScriptedOrigin { request, number in
            request.url?.path == "/products"
                ? .text("", [.location: "/news", .cacheControl: "max-age=60"], status: 301)
                : .text("\(number)", [.cacheControl: "max-age=60"])
        }
        let provider = Provider<Shop>(transport: origin.cached().1)
        #expect(try await provider.request(.products, as: String.self) == "2")
        #expect(try await provider.request(.products, as: String.self) == "2")
        #expect(origin.requests.count == 2)
    }

    @Test(.stubs) func stubsOfATestReplaceTheCache() async throws {
        StubSet.current.on(.get("/products"), .text("stub"))
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let provider = Provider<Shop>(transport: origin.cached().1)
        for _ in 0..<2 { #expect(try await provider.request(.products, as: String.self) == "stub") }
        #expect(StubSet.current.requests.count == 2)
    }

    @Test(.stubs) func stubsBelowACacheStayInTheScopeOfATest() async throws {
        let stubs = StubSet()
        stubs.on(.get("/products"), .text("stub", headerFields: [.cacheControl: "max-age=60"]))
        let provider = Provider<Shop>(transport: stubs, plugins: [CachePlugin(HTTPCache())])
        for _ in 0..<2 { #expect(try await provider.request(.products, as: String.self) == "stub") }
        #expect(stubs.requests.count == 1)
        #expect(try await provider.request(.products).metrics?.isStubbed == true)
    }

    @Test func cookiesOfAStoredResponseAreNotSetAgain() async throws {
        let origin = ScriptedOrigin([.cacheControl: "public, max-age=60", .setCookie: "session=1"])
        let store = MemoryCookieStore()
        let options = RequestOptions { $0.cookies = .store(store) }
        let provider = Provider<Shop>(transport: origin.cached().1, requestOptions: options)
        _ = try await provider.request(.products)
        #expect(store.cookies.map(\.value) == ["1"])
        store.removeAll()
        let response = try await provider.request(.products)
        #expect(response.cacheStatus?.isHit == true)
        #expect(store.cookies.isEmpty)
    }

    @Test func recordingBelowACacheHasTheRequestsToTheServer() async throws {
        let recorder = RecordingTransport(wrapping: ScriptedOrigin([.cacheControl: "max-age=60"]))
        let provider = Provider<Shop>(transport: recorder, plugins: [CachePlugin(HTTPCache())])
        for _ in 0..<2 { _ = try await provider.request(.products) }
        #expect(recorder.recording.entries.count == 1)
    }

    @Test func failureOfTheStoreIsANoteOfTheCall() async throws {
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let provider = Provider<Shop>(transport: origin.cached(BrokenStore()).1)
        let response = try await provider.request(.products)
        #expect(try response.decode(String.self) == "1")
        #expect(response.metrics?.notes.first?.text.hasPrefix("could not use the cache: ") == true)
    }
}

/// A store whose disk is gone.
private struct BrokenStore: CacheStore {
    private struct Failure: Error {}

    func entries(for key: CacheKey) async throws -> [CacheEntry] { throw Failure() }
    func body(of entry: CacheEntry) async throws -> HTTPBody? { throw Failure() }
    func update(_ entry: CacheEntry, to response: StoredResponse) async throws { throw Failure() }
    func remove(_ entries: [CacheEntry]) async throws { throw Failure() }
    func allEntries() async throws -> [CacheEntry] { throw Failure() }

    func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID]
    ) async throws -> any CacheWriter {
        throw Failure()
    }
}
