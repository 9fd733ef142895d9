import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

struct PagingTests {
    /// Twelve numbers, with a fixed number on each page.
    private static func numbers(from offset: Int, _ size: Int) -> String {
        "\(Array((0..<12).dropFirst(offset).prefix(size)))"
    }

    private func queries(
        _ answer: @escaping @Sendable (URL) throws -> TransportResponse,
        by paging: Pagination<Listing, [Int]>,
        _ target: Listing = Listing()
    ) async throws -> [String?] {
        let transport = PagedTransport(answer)
        let pages = Provider<Listing>(transport: transport).pages(of: target, as: [Int].self, by: paging)
        let (elements, failure) = await pages.elements.collected()
        if let failure { throw failure }
        #expect(elements == Array(0..<12))
        return transport.requests.map { $0.url?.query }
    }

    // MARK: Numbers and offsets

    @Test(
        arguments: [
            (nil, [nil, "p=2", "p=3", "p=4", "p=5"]),
            (4, [nil, "p=2", "p=3", "p=4"]),
            (5, [nil, "p=2", "p=3"]),
            (0, [nil, "p=2", "p=3", "p=4"]),
        ] as [(Int?, [String?])]
    )
    func numberedPages(size: Int?, expected: [String?]) async throws {
        // With pages of four, an empty one comes last; with a size of five they are of five.
        let length = size == 5 ? 5 : size == nil ? 3 : 4
        let queries = try await queries(
            { url in
                let page = url.parameter("p").flatMap { Int($0) } ?? 1
                return .json(Self.numbers(from: (page - 1) * length, length))
            },
            by: .pageNumbers("p", size: size)
        )
        #expect(queries == expected)
    }

    @Test func pagesAreNumberedFromZero() async throws {
        let queries = try await queries(
            { url in
                let page = url.parameter("page").flatMap { Int($0) } ?? 0
                return .json(Self.numbers(from: 6 * page, page == 2 ? 0 : 6))
            },
            by: .pageNumbers(from: 0, size: 6)
        )
        #expect(queries == [nil, "page=1", "page=2"])
    }

    @Test func offsetsCountElements() async throws {
        let answer: @Sendable (URL) -> TransportResponse = { url in
            let offset = url.parameter("start").flatMap { Int($0) } ?? 0
            return .json(Self.numbers(from: offset, offset == 0 ? 3 : 5))
        }
        #expect(try await queries(answer, by: .offsets("start")) == [nil, "start=3", "start=8", "start=12"])
        let loops = Pagination<Listing, [Int]>.offsets("start", from: 0, size: 3)
        #expect(try await queries(answer, by: loops) == [nil, "start=3", "start=8", "start=12"])
        #expect(try await queries(answer, by: loops) == [nil, "start=3", "start=8", "start=12"])
    }

    // MARK: Cursors

    @Test(arguments: ["\"\"", "null", "absent"])
    func cursorInTheBody(end: String) async throws {
        let transport = PagedTransport { url in
            let next =
                switch url.parameter("after") {
                case nil: "9007199254740993"
                case "9007199254740993": #""x=/+ é""#
                default: end
                }
            return .json(next == "absent" ? #"{"paging":{}}"# : #"{"paging":{"cursors":{"after":\#(next)}}}"#)
        }
        let pages = Provider<Listing>(transport: transport).pages(
            of: Listing(query: ["after_not": 1]),
            by: .cursor("after", at: "paging.cursors.after")
        )
        let (elements, failure) = await pages.collected()
        #expect(failure == nil)
        #expect(elements.count == 3)
        #expect(
            transport.requests.map { $0.url?.query } == [
                "after_not=1", "after_not=1&after=9007199254740993", "after_not=1&after=x%3D/%2B%20%C3%A9",
            ]
        )
    }

    @Test(arguments: ["no JSON", #"{"next":{"a":1}}"#, #"{"next":true}"#])
    func bodyWithoutACursorIsAFailure(body: String) async {
        let transport = PagedTransport { _ in .json(body) }
        let pages = Provider<Listing>(transport: transport).pages(of: Listing(), by: .cursor("after", at: "next"))
        let (elements, failure) = await pages.collected()
        #expect(elements.count == 1)
        #expect(failure?.response != nil)
    }

    @Test func valuesComeOutOfAnEnvelope() async {
        let transport = PagedTransport { url in
            let page = url.parameter("page") ?? "1"
            return .json(#"{"code":0,"data":{"list":\#(page == "3" ? "[]" : "[\(page)]")}}"#)
        }
        let listing = Listing(envelope: ResponseEnvelope())
        let pages = Provider<Listing>(transport: transport).pages(
            of: listing,
            as: [Int].self,
            atKeyPath: "list",
            by: .pageNumbers()
        )
        #expect(await pages.elements.collected().elements == [1, 2])
    }

    // MARK: Closures

    @Test func closureGivesURLsAndParameters() async throws {
        let queries = try await queries(
            { url in
                switch url.query {
                case "a=1&b=2": .json(Self.numbers(from: 0, 3))
                case "c=3": .json(Self.numbers(from: 3, 3))
                default: .json(Self.numbers(from: 6, 6))
                }
            },
            by: .next { page in
                switch page.number {
                case 1: URL(string: "?c=3").map { .url($0) }
                case 2: .query(["b": "4", "c": "5"])
                default: nil
                }
            },
            Listing(query: ["a": "1", "b": "2"])
        )
        #expect(queries == ["a=1&b=2", "c=3", "c=5&b=4"])
    }

    @Test func errorOfTheClosureEndsTheLoop() async {
        struct Stop: Error {}
        let transport = PagedTransport.linked(pages: 3)
        let pages = Provider<Listing>(transport: transport).pages(of: Listing(), by: .next { _ in throw Stop() })
        let (elements, failure) = await pages.collected()
        #expect(elements.count == 1)
        #expect(failure?.underlyingError is Stop)
    }

    @Test(arguments: [false, true])
    func closureGivesTargets(prefetching: Bool) async throws {
        let provider = Provider<Zen>(transport: SampleTransport())
        let next = Pagination<Zen, User>.next { page in
            page.number < 3 ? .target(.user("\(page.value.name)1")) : nil
        }
        let users = provider.pages(of: .user("1"), as: User.self, by: next, prefetching: prefetching)
        #expect(await users.collected().elements.map(\.value.name) == ["1", "11", "111"])
        let responses = provider.pages(of: .user("1"), by: .next { $0.number == 1 ? .target(.zen) : nil })
        #expect(await responses.collected().elements.compactMap { $0.response.url?.path } == ["/users/1", "/zen"])
    }

    private struct Find: DecodableTargetType {
        typealias ResultType = [Int]

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "find" }
        var keyPath: String? { "found" }
    }

    @Test func decodableTargetGivesItsResults() async throws {
        let transport = PagedTransport { url in
            .json(#"{"found":[\#(url.parameter("page") ?? "1")]}"#, next: url.query == nil ? "?page=2" : nil)
        }
        let pages = Provider<Find>(transport: transport).pages(of: Find())
        #expect(await pages.elements.collected().elements == [1, 2])
        let responses: PageStream<Response> = Provider<Find>(transport: transport).pages(of: Find())
        #expect(await responses.collected().elements.count == 2)
        let more = Provider<Find>(transport: transport).pages(
            of: Find(),
            by: .next { _ in .target(Find()) },
            prefetching: true
        )
        #expect(await more.collected().failure?.pageError == .repeated("https://api.example.com/find"))
        let provider = MultiProvider(transport: transport)
        let finds = provider.provider(for: Find.self)
        #expect(await finds.pages(of: Find()).elements.collected().elements == [1, 2])
        let listings = provider.provider(for: Listing.self)
        #expect(await listings.pages(of: Listing()).collected().elements.count == 2)
        let found = listings.pages(of: Listing(), as: [String: [Int]].self)
        #expect(await found.collected().elements.map(\.value) == [["found": [1]], ["found": [2]]])
    }

    @Test func nextPageHasTheBodyAndAQueryOfItsOwn() async throws {
        let parts = [MultipartPart("1", name: "a")]
        let stream = HTTPBody(length: 4, isReplayable: true) {
            var rest = [Data("text".utf8)]
            return { rest.popLast() }
        }
        for body in [
            RequestBody.data(Data("text".utf8)), .stream(stream), .multipart(parts), .json(["q": 1]), .form(["q": 1]),
        ] {
            let sent = Recorder<(query: String?, body: Data)>()
            let transport = ClosureTransport { request in
                var body = Data()
                for try await chunk in try #require(request.body) { body += chunk }
                sent.record((request.url?.query, body))
                var fields = HTTPFields()
                if sent.events.count < 2 { fields[try #require(HTTPField.Name("Link"))] = "<?page=2>; rel=next" }
                return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(Data("[]".utf8)))
            }
            let listing = Listing(method: .post, query: ["page": 1, "n": 1], body: body)
            for try await _ in Provider<Listing>(transport: transport).pages(of: listing) {}
            #expect(sent.events.map(\.query) == ["n=1&page=1", "page=2"])
            #expect(sent.events.allSatisfy { !$0.body.isEmpty })
            #expect(sent.events.first?.body.count == sent.events.last?.body.count)
        }
    }
}
