import Foundation

#if Macros
import TalynMacros
import TalynTesting
import Testing

// The code of the pages about the options of a call and about lists with pages, compiled and run. DocumentedExamplesTests
// compares them.

/// The comment of `@Paged`.
enum PagedExamples {
    struct Repository: Decodable, Sendable { var id: Int }
    struct Found: Decodable, Sendable { var items: [Repository] }

    @Client("https://api.github.com")
    struct Repositories {
        @GET("/users/{name}/repos") @Paged(.links) func all(of name: String) -> PageStream<[Repository]>
        @GET("/search") @Paged(.cursor("after", at: "next")) func found(q: String) -> PageStream<Found>
    }
}

// Types in attributes of an enum are looked for outside of the type in which it is nested, so these are at file scope.

@API("https://shop.example.com")
enum Lists {
    @GET("/orders") @Paged(.links) @ResultType([ShopOrder].self) case orders(since: Date?)
    @GET("/items") @Paged(.pageNumbers(size: 50)) @ResultType([Int].self) case items
}

@Suite(.stubs) struct CallExamples {
    struct Item: Decodable, Sendable { var id: Int }
    struct Order: Decodable, Sendable { var id: Int }
    struct Slice: Decodable, Sendable { var items: [Item] }

    @Client("https://shop.example.com") @Options(timeout: .seconds(10))
    struct StockClient {
        @GET("/stock/{id}") func stock(of id: Int, options: RequestOptions = RequestOptions()) async throws -> Int
    }

    @Client("https://shop.example.com")
    struct ListsClient {
        @GET("/items") @Paged(.links) func items(tag: String) -> PageStream<[Item]>
        @GET("/search") @Paged(.cursor("after", at: "next")) func search(q: String) -> PageStream<Slice>
        @GET("/orders") @Paged(.pageNumbers(size: 50)) func orders() -> PageStream<[Order]>
        @GET("/log") @Paged(.offsets(), prefetching: true) func log() -> PageStream<[String]>
    }

    @Test func optionsOfOneCall() async throws {
        StubSet.current.on(.get("/stock/7"), .json(12))
        let client = StockClient()
        let hurry = RequestOptions { $0.deadline = .seconds(5) }
        let stock = try await client.stock(of: 7, options: hurry)
        #expect(stock == 12)
    }

    @Test func optionsOfACallOfAnEnum() async throws {
        StubSet.current.on(.get("/orders") && .query("max_count", "5"), .json([["id": 1]]))
        let calls = EnumExamples.Account.Calls()
        let some = try await calls.orders(maxCount: 5, options: RequestOptions { $0.deadline = .seconds(5) })
        #expect(some.map(\.id) == [1])
    }

    @Test func listsOfAClient() async throws {
        let next: HTTPFields = [HTTPField.Name("Link")!: #"</items?tag=tea&page=2>; rel="next""#]
        StubSet.current.on(.get("/items"), .json([["id": 1]], headerFields: next), .json([["id": 2]]))
        StubSet.current.on(
            .get("/search"),
            .json(text: #"{"items": [{"id": 3}], "next": "c"}"#),
            .json(text: #"{"items": []}"#)
        )
        let lists = ListsClient()
        for try await item in lists.items(tag: "tea").elements { print(item.id) }
        for try await page in lists.search(q: "tea") { print(page.number, page.value.items) }
        #expect(
            StubSet.current.requests.map(\.url.query) == ["tag=tea", "tag=tea&page=2", "q=tea", "q=tea&after=c"]
        )
    }

    @Test func listsOfAnEnum() async throws {
        StubSet.current.on(.get("/orders"), .json([["id": 1]]))
        for try await order in Lists.Calls().orders(since: nil).elements { print(order.id) }
        #expect(StubSet.current.requests.count == 1)
    }
}
#endif
