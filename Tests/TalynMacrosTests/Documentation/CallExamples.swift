import Foundation

#if Macros
import TalynMacros
import TalynTesting
import Testing

// The code of the pages about the options of a call, compiled and run. DocumentedExamplesTests
// compares them.

@Suite(.stubs) struct CallExamples {
    @Client("https://shop.example.com") @Options(timeout: .seconds(10))
    struct StockClient {
        @GET("/stock/{id}") func stock(of id: Int, options: RequestOptions = RequestOptions()) async throws -> Int
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
}
#endif
