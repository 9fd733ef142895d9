import Shop
import TalynTesting
import Testing

struct ShopTests {
    @Test func generatedClientGetsATea() async throws {
        let stubs = StubSet()
        stubs.on(.get("/v1/teas/{id}"), .json(Tea(name: "Sencha", price: 4.5)))
        let shop = Shop(transport: stubs)
        #expect(try await shop.teas.getTea(id: 1).label == "Sencha, 4.5")
    }
}
