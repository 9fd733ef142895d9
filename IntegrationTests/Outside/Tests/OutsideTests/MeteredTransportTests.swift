#if canImport(Crypto)
import Foundation
import Outside
import TalynCache
import TalynTesting
import Testing

struct MeteredTransportTests {
    private let exchanges = List<MeteredTransport.Exchange>()

    /// A provider whose own transport would go to a server.
    private func shop(_ plugins: any Plugin...) -> Provider<Shop> {
        let network = Provider<Shop>().transport
        return Provider(transport: MeteredTransport(network) { [exchanges] in exchanges.add($0) }, plugins: plugins)
    }

    private var seen: [String] { exchanges.elements.map { "\($0.statusCode) \($0.target)" } }

    @Test(.stubs) func stubsAnswerInsideTheTransport() async throws {
        StubSet.current.on(.get("/"), .status(302, headerFields: [.location: "/items/1"]))
        StubSet.current.on(.get("/items/1"), .text("tea"))
        let response = try await shop(signing).request(.home)
        #expect(try response.decode(String.self) == "tea")
        #expect(response.metrics?.isStubbed == true)
        #expect(seen == ["302 /", "200 /items/1"])
        #expect(StubSet.current.requests.map(\.isSigned) == [true, true])
    }

    @Test(.stubs) func stubsOfItsOwnStayInsideAScope() async throws {
        let own = StubSet()
        own.on(.any, .text("own"))
        let provider = Provider<Shop>(transport: MeteredTransport(own) { _ in })
        #expect(try await provider.request(.home, as: String.self) == "own")
    }

    @Test(.stubs) func cacheIsAroundTheTransport() async throws {
        StubSet.current.on(.get("/items/{number}"), .text("tea", headerFields: [.cacheControl: "max-age=60"]))
        let shop = shop(CachePlugin(HTTPCache()))
        _ = try await shop.request(.item(1))
        #expect(try await shop.request(.item(1)).cacheStatus?.isHit == true)
        #expect(seen == ["200 /items/1"])
    }

    @Test func recordingsAreInsideTheTransport() async throws {
        let stubs = StubSet()
        stubs.on(.get("/items/{number}"), .text("tea"))
        let recorder = RecordingTransport(wrapping: stubs)
        let transport = MeteredTransport(recorder) { [exchanges] in exchanges.add($0) }
        _ = try await Provider<Shop>(transport: transport).request(.item(1))
        #expect(recorder.recording.entries.map(\.statusCode) == [200])
        let replay = MeteredTransport(ReplayTransport(recorder.recording)) { [exchanges] in exchanges.add($0) }
        #expect(try await Provider<Shop>(transport: replay).request(.item(1)).metrics?.isStubbed == true)
        #expect(seen == ["200 /items/1", "200 /items/1"])
    }
}
#endif
