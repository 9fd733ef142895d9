#if canImport(Crypto)
import Foundation
import Outside
import TalynTesting
import Testing

struct JournalTests {
    /// A provider whose own transport would go to a server.
    private func shop(_ journal: Journal, _ plugins: any Plugin...) -> Provider<Shop> {
        Provider(transport: journal, plugins: plugins)
    }

    private func journal() -> Journal { Journal(Provider<Shop>().transport) }

    @Test(.stubs) func entryHasNoSecret() async throws {
        StubSet.current.on(
            .post("/orders"),
            .text(#"{"token": "s3cret", "number": 7}"#, headerFields: [.contentType: "application/json"])
        )
        let journal = journal()
        _ = try await shop(journal, SessionKeys { "s3cret" }).request(.order("tea"))
        let entry = try #require(journal.entries.first)
        #expect(entry.request == "POST https://shop.example.com/orders")
        #expect(entry.headerFields[SessionKeys.fieldName] == "…")
        #expect(entry.body == #"{"text":"tea"}"#)
        #expect(entry.statusCode == 200)
        #expect(entry.responseBody.contains("7") && !entry.responseBody.contains("s3cret"))
        #expect(entry.failure == nil)
    }

    @Test(.stubs) func eachExchangeIsAnEntry() async throws {
        StubSet.current.on(.get("/"), .status(503), .status(302, headerFields: [.location: "/items/1"]))
        StubSet.current.on(.get("/items/1"), .text("tea"))
        let journal = journal()
        let plugins: [any Plugin] = [RetryPlugin(.init { $0.backoff = .none }), CoalescingPlugin()]
        let shop = Provider<Shop>(transport: journal, plugins: plugins)
        let response = try await shop.request(.home)
        #expect(journal.entries.map(\.statusCode) == [503, 302, 200])
        #expect(journal.entries.map(\.request).last == "GET https://shop.example.com/items/1")
        #expect(response.metrics?.attempts.count == 2)
    }

    @Test(.stubs) func storedResponsesAreNoEntries() async throws {
        StubSet.current.on(.get("/items/{number}"), .text("tea", headerFields: [.cacheControl: "max-age=60"]))
        let journal = journal()
        let shop = shop(journal, FreshCache())
        for _ in 0..<3 { #expect(try await shop.request(.item(1), as: String.self) == "tea") }
        #expect(journal.entries.map(\.responseBody) == ["tea"])
        #expect(journal.entries.map(\.request) == ["GET https://shop.example.com/items/{}"])
    }

    @Test(.stubs) func limitThatEndsTheExchangeIsNamed() async throws {
        StubSet.current.on(.get("/"), .text("late").with(FaultScript(.latency(.seconds(20)))))
        let journal = journal()
        let options = RequestOptions { $0.timeout = .seconds(5) }
        _ = await #expect(throws: TalynError.self) { try await shop(journal).request(.home, options: options) }
        #expect(journal.entries.first?.failure?.contains("didn't answer in time") == true)
    }

    @Test(.stubs) func streamIsAnEntryWhenItHasEnded() async throws {
        StubSet.current.on(.get("/"), .text("one two"))
        let journal = journal()
        let data = try await shop(journal).stream(.home).collect(upTo: 100)
        #expect(data == Data("one two".utf8))
        #expect(journal.entries.map(\.responseBody) == ["one two"])
    }
}
#endif
