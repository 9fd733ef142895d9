import Foundation

#if Macros
import TalynMacros
import TalynTesting
import Testing

@API("https://api.example.com")
private enum PlacedAPI {
    @GET("/zen") @ResultType(String.self) case zen
    @GET("/items/{id}") @ResultType([Int].self) case items(id: Int, page: Int = 1)
    @GET("/lines/{line}") @ResultType(String.self) case text(line: Int)
}

@Client("https://api.example.com")
private struct PlacedClient {
    @GET("/zen") func zen() async throws -> String
    @GET("/koan/{id}") func koan(id: Int, fileID: StaticString = #fileID, line: Int = #line) async throws -> String
    @GET("/stream") func stream(at line: Int = #line, in file: StaticString = #fileID) -> ResponseStream
}

/// A call without a stub fails the test where the test makes it, and not where the endpoint is declared.
struct CallPlaceTests {
    @Test func functionsOfAnEnumTellTheCallersLine() async {
        let stubs = StubSet()
        let calls = PlacedAPI.Calls(provider: Provider(transport: stubs))
        let line = #line
        _ = try? await calls.zen()
        _ = try? await calls.items(id: 1)
        _ = try? await calls.items(id: 1, page: 2)
        #expect(stubs.failures.map { $0.place?.line } == [line + 1, line + 2, line + 3])
        #expect(stubs.failures.allSatisfy { "\($0.place?.fileID ?? "")" == "\(#fileID)" })
    }

    @Test func valueCalledLineIsSent() async {
        let stubs = StubSet()
        _ = try? await PlacedAPI.Calls(provider: Provider(transport: stubs)).text(line: 7)
        #expect(stubs.requests.first?.url.path == "/lines/7")
        #expect(stubs.failures.first?.place == nil)
    }

    @Test func functionOfAClientTellsNoLineByItself() async {
        let stubs = StubSet()
        _ = try? await PlacedClient(provider: Provider(transport: stubs)).zen()
        #expect(stubs.failures.count == 1)
        #expect(stubs.failures.first?.place == nil)
    }

    @Test func functionOfAClientTellsTheLineThatItIsGiven() async {
        let stubs = StubSet()
        let client = PlacedClient(provider: Provider(transport: stubs))
        let line = #line
        _ = try? await client.koan(id: 1)
        _ = try? await client.stream().open()
        #expect(stubs.failures.map { $0.place?.line } == [line + 1, line + 2])
        #expect(
            stubs.requests.map { $0.url.absoluteString } == [
                "https://api.example.com/koan/1", "https://api.example.com/stream",
            ]
        )
    }
}
#endif
