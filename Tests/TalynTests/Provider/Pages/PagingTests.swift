import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct PagingTests {
    /// Twelve numbers, so many to a page.
    private static func numbers(from offset: Int, _ size: Int) -> String {
        "\(Array((0..<12).dropFirst(offset).prefix(size)))"
    }

    private func queries(
        _ answer: @escaping @Sendable (URL) throws -> TransportResponse,
        by paging: PageStream<[Int]>.Paging,
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
            { .json(Self.numbers(from: 6 * ($0.parameter("page").flatMap { Int($0) } ?? 0), 6)) },
            by: .pageNumbers(from: 0) { page in page.number == 2 }
        )
        #expect(queries == [nil, "page=1"])
    }

    @Test func offsetsCountElements() async throws {
        let answer: @Sendable (URL) -> TransportResponse = { url in
            let offset = url.parameter("start").flatMap { Int($0) } ?? 0
            return .json(Self.numbers(from: offset, offset == 0 ? 3 : 5))
        }
        #expect(try await queries(answer, by: .offsets("start")) == [nil, "start=3", "start=8", "start=12"])
        let loops = PageStream<[Int]>.Paging.offsets("start", from: 0, size: 3) { $0.value.count }
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
            of: Listing(path: "items?after_not=1"),
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
            Listing(task: .query(["a": "1", "b": "2"]))
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
        let provider = Provider<Zen>(stubClosure: Provider.immediatelyStub)
        let users = provider.pages(of: .user("1"), as: User.self, prefetching: prefetching) { page in
            page.number < 3 ? .user("\(page.value.name)1") : nil
        }
        #expect(await users.collected().elements.map(\.value.name) == ["1", "11", "111"])
        let responses = provider.pages(of: .user("1")) { page in page.number == 1 ? .zen : nil }
        #expect(await responses.collected().elements.compactMap { $0.response.url?.path } == ["/users/1", "/zen"])
    }

    private struct Find: DecodableTargetType {
        typealias ResultType = [Int]

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "find" }
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
        let more = Provider<Find>(transport: transport).pages(of: Find(), prefetching: true) { _ in Find() }
        #expect(await more.collected().failure?.pageError == .repeated("https://api.example.com/find"))
        let provider = MultiProvider(transport: transport)
        #expect(await provider.pages(of: Find()).elements.collected().elements == [1, 2])
        #expect(await provider.pages(of: Listing()).collected().elements.count == 2)
        #expect(await provider.pages(of: MultiTarget(Listing())).collected().elements.count == 2)
        let found = provider.pages(of: Listing(), as: [String: [Int]].self)
        #expect(await found.collected().elements.map(\.value) == [["found": [1]], ["found": [2]]])
    }
}
