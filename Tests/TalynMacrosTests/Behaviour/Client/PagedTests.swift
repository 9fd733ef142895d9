#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing

private struct Found: Decodable, Sendable {
    var items: [Int]
    var next: String?
}

@Client("https://api.example.com")
private struct PagedClient {
    @GET("/links") @Paged(.links) func links(size: Int) -> PageStream<[Int]>
    @GET("/cursor") @Paged(.cursor("after", at: "next"), prefetching: true)
    func cursor(options: RequestOptions = RequestOptions()) -> PageStream<Found>
    @GET("/numbers") @Paged(.pageNumbers(size: 2)) func numbers() -> PageStream<[Int]>
    @GET("/offsets") @Paged(.offsets("from")) @Envelope(ResponseEnvelope(data: "items")) func offsets() -> PageStream<
        [Int]
    >
    @GET("/responses") @Paged(.links) func responses() -> PageStream<Response>
    @GET("/closure")
    @Paged(.next { page in page.number < 3 ? .query(["page": "\(page.number + 1)"]) : nil })
    func closure() -> PageStream<[Int]>
}

@API("https://api.example.com")
private enum PagedAPI {
    @GET("/links") @Paged(.links) @ResultType([Int].self) case links(size: Int = 2)
    @GET("/cursor") @Paged(.cursor("after", at: "next"), prefetching: true) @ResultType(Found.self) case cursor
}

@API("https://api.example.com") @ResultType([Int].self)
private enum PagedResultAPI {
    @GET("/numbers") @Paged(.pageNumbers("page", size: 2)) case numbers
    @GET("/numbers") case first
}

@Suite(.stubs) struct PagedTests {
    private let client = PagedClient()

    private var queries: [String?] { StubSet.current.requests.map(\.url.query) }

    private func values<Value: Sendable>(_ pages: PageStream<Value>) async throws -> [Value] {
        var values: [Value] = []
        for try await page in pages { values.append(page.value) }
        return values
    }

    private func stubLinks() {
        let fields: HTTPFields = [HTTPField.Name("Link")!: #"</links?size=2&page=2>; rel="next""#]
        StubSet.current.on(.get("/links"), .json([1, 2], headerFields: fields), .json([3]))
    }

    private func stubCursor() {
        StubSet.current.on(.get("/cursor"), .json(text: #"{"items": [1, 2], "next": "c"}"#), .json(["items": [3]]))
    }

    @Test func linksOfAClient() async throws {
        stubLinks()
        #expect(try await values(client.links(size: 2)) == [[1, 2], [3]])
        #expect(queries == ["size=2", "size=2&page=2"])
    }

    @Test func cursorOfAClient() async throws {
        stubCursor()
        let options = RequestOptions { $0.headerFields[.userAgent] = "marked" }
        #expect(try await values(client.cursor(options: options)).flatMap(\.items) == [1, 2, 3])
        #expect(StubSet.current.requests.map { $0.headerFields[.userAgent] } == ["marked", "marked"])
    }

    @Test func numbersAndOffsetsOfAClient() async throws {
        StubSet.current.on(.get("/numbers"), .json([1, 2]), .json([3]))
        let pages = ["[1, 2]", "[]"].map { StubAnswer.json(text: #"{"code": 0, "items": \#($0)}"#) }
        StubSet.current.on(.get("/offsets"), pages[0], pages[1])
        #expect(try await values(client.numbers()) == [[1, 2], [3]])
        #expect(try await values(client.offsets()) == [[1, 2], []])
        #expect(queries == [nil, "page=2", nil, "from=2"])
    }

    @Test func responsesAndAClosureOfAClient() async throws {
        StubSet.current.on(.get("/responses"), .status(204))
        StubSet.current.fallback(.get("/closure"), .json([1]))
        #expect(try await values(client.responses()).map(\.statusCode) == [204])
        #expect(try await values(client.closure()) == [[1], [1], [1]])
        #expect(queries == [nil, nil, "page=2", "page=3"])
    }

    @Test func pagesOfAnEnum() async throws {
        stubLinks()
        stubCursor()
        let calls = PagedAPI.Calls()
        #expect(try await values(calls.links()) == [[1, 2], [3]])
        let options = RequestOptions { $0.headerFields[.userAgent] = "marked" }
        #expect(try await values(calls.cursor(options: options)).flatMap(\.items) == [1, 2, 3])
        #expect(StubSet.current.requests.map { $0.headerFields[.userAgent] == "marked" } == [false, false, true, true])
    }

    @Test func pagesOfTheTypeOfAllResults() async throws {
        StubSet.current.on(.get("/numbers"), .json([1, 2]), .json([3]))
        var elements: [Int] = []
        for try await element in PagedResultAPI.Calls().numbers().elements { elements.append(element) }
        #expect(elements == [1, 2, 3])
    }
}
#endif
