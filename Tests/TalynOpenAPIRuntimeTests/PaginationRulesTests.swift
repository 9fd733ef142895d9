import Foundation
import HTTPTypes
import TalynCore
import TalynStreams
import TalynStubs
import Testing

@testable import TalynOpenAPIRuntime

/// The ways to the next page of generated clients, against a server with seven items in pages of three.
struct PaginationRulesTests {
    private struct Things: Codable, Sendable {
        var items: [Int]
        var next: String?
        var number: Double?
        var total: Int?
        var pages: Int?
        var more: Bool?
    }

    private typealias Way = Pagination<APIOperation<Things>, Things>

    /// The items that a loop gets, and the queries of its calls.
    private func follow(
        _ way: Way,
        query: [QueryItem?] = [],
        _ answer: @escaping @Sendable (ReceivedRequest) -> StubAnswer
    ) async throws -> (items: [Int], queries: [String]) {
        let stubs = StubSet()
        stubs.on(.any) { answer($0) }
        let operation = APIOperation<Things>(
            "list",
            tag: "t",
            "GET",
            "/things",
            at: URL(string: "https://api.example")!,
            query: query
        )
        let pages = MultiProvider(transport: stubs).pages(of: operation, by: way, RequestOptions())
        var items: [Int] = []
        for try await page in pages { items += page.value.items }
        return (items, stubs.requests.map { $0.url.query() ?? "" })
    }

    /// A page from an index, and what it says about the next one.
    private static func page(_ start: Int, _ change: (inout Things, Int?) -> Void = { _, _ in }) -> StubAnswer {
        var things = Things(items: Array((0..<7).dropFirst(start).prefix(3)))
        change(&things, start + 3 < 7 ? start + 3 : nil)
        return .json(things)
    }

    private static func integer(_ request: ReceivedRequest, _ name: String, _ first: Int) -> Int {
        request.query[name].flatMap { Int($0) } ?? first
    }

    @Test func cursorIsATextOrANumber() async throws {
        let texts = try await follow(.cursor("after") { $0.next }) { request in
            Self.page(Self.integer(request, "after", 0)) { $0.next = $1.map { "\($0)" } ?? "" }
        }
        #expect(texts.items == Array(0..<7))
        #expect(texts.queries == ["", "after=3", "after=6"])
        let numbers = try await follow(.cursor("after") { $0.number }) { request in
            Self.page(Self.integer(request, "after", 0)) { $0.number = $1.map { Double($0) } }
        }
        #expect(numbers.queries == ["", "after=3", "after=6"])
    }

    @Test func cursorHasAllDigits() async throws {
        let found = try await follow(.cursor("after") { $0.next == nil ? nil : UInt64.max }) { request in
            Self.page(request.query["after"] == nil ? 0 : 6) { $0.next = $1.map { "\($0)" } }
        }
        #expect(found.queries == ["", "after=18446744073709551615"])
    }

    @Test func lastElementIsTheCursor() async throws {
        let found = try await follow(.cursor("after") { $0.more == false ? nil : $0.items.last }) { request in
            Self.page(Self.integer(request, "after", -1) + 1) { $0.more = $1 != nil }
        }
        #expect(found.items == Array(0..<7))
        #expect(found.queries == ["", "after=2", "after=5"])
    }

    @Test func headerFieldHasTheCursor() async throws {
        let found = try await follow(.cursor("page", inField: "x-next-page")) { request in
            let page = Self.integer(request, "page", 1)
            let things = Things(items: Array((0..<7).dropFirst(page * 3 - 3).prefix(3)))
            return .json(things, headerFields: [HTTPField.Name("X-Next-Page")!: page < 3 ? "\(page + 1)" : ""])
        }
        #expect(found.items == Array(0..<7))
        #expect(found.queries == ["", "page=2", "page=3"])
    }

    @Test func linkIsFollowedAsItIs() async throws {
        let found = try await follow(.link { $0.next }, query: [.form("limit", 3)]) { request in
            Self.page(Self.integer(request, "token", 0)) { $0.next = $1.map { "/things?token=\($0)" } }
        }
        #expect(found.items == Array(0..<7))
        #expect(found.queries == ["limit=3", "token=3", "token=6"])
    }

    @Test func numbersEndAsThePageSays() async throws {
        func numbers(_ content: @escaping @Sendable (Things) -> PageContent, from first: Int = 1) async throws
            -> [String]
        {
            let found = try await follow(.number("page", from: first, content)) { request in
                Self.page((Self.integer(request, "page", first) - first) * 3) {
                    $0.more = $1 != nil
                    $0.total = 7
                    $0.pages = 3
                }
            }
            #expect(found.items == Array(0..<7))
            return found.queries
        }
        #expect(try await numbers { PageContent(hasMore: $0.more) } == ["", "page=2", "page=3"])
        #expect(try await numbers { PageContent(pageCount: $0.pages) } == ["", "page=2", "page=3"])
        #expect(try await numbers({ PageContent(pageCount: $0.pages) }, from: 0) == ["", "page=1", "page=2"])
        // Only an empty page is certain to be the last.
        #expect(try await numbers { PageContent(count: $0.items.count) } == ["", "page=2", "page=3", "page=4"])
        #expect(
            try await numbers { PageContent(count: $0.items.count, total: $0.total) } == [
                "", "page=2", "page=3", "page=4",
            ]
        )
    }

    @Test func fullPagesUpToTheTotalAreAll() async throws {
        let found = try await follow(.number("page") { PageContent(count: $0.items.count, total: 3) }) { _ in
            Self.page(0)
        }
        #expect(found.queries == [""])
        // A total below the number of elements is that of something else.
        let other = try await follow(.number("page") { PageContent(count: $0.items.count, total: 2) }) { request in
            Self.page(Self.integer(request, "page", 1) * 3 - 3)
        }
        #expect(other.items == Array(0..<7))
    }

    @Test func offsetsEndAsThePageSays() async throws {
        func offsets(_ content: @escaping @Sendable (Things) -> PageContent, from first: Int = 0) async throws
            -> [String]
        {
            let found = try await follow(.offset("start", from: first, content)) { request in
                Self.page(Self.integer(request, "start", first) - first) {
                    $0.more = $1 != nil
                    $0.total = 7
                }
            }
            #expect(found.items == Array(0..<7))
            return found.queries
        }
        #expect(
            try await offsets { PageContent(count: $0.items.count, hasMore: $0.more) } == ["", "start=3", "start=6"]
        )
        #expect(
            try await offsets { PageContent(count: $0.items.count, total: $0.total) } == ["", "start=3", "start=6"]
        )
        #expect(
            try await offsets({ PageContent(count: $0.items.count, total: $0.total) }, from: 1) == [
                "", "start=4", "start=7",
            ]
        )
        #expect(try await offsets { PageContent(count: $0.items.count) } == ["", "start=3", "start=6", "start=7"])
    }

    @Test func pagesGoOnFromTheFirstRequest() async throws {
        let numbers = try await follow(
            .number("page") { PageContent(count: $0.items.count) },
            query: [.form("page", 2)]
        ) { request in
            Self.page(Self.integer(request, "page", 1) * 3 - 3)
        }
        #expect(numbers.items == Array(3..<7))
        #expect(numbers.queries == ["page=2", "page=3", "page=4"])
        let offsets = try await follow(
            .offset("offset") { PageContent(count: $0.items.count, total: 7) },
            query: [.form("offset", 2)]
        ) { Self.page(Self.integer($0, "offset", 0)) }
        #expect(offsets.items == Array(2..<7))
        #expect(offsets.queries == ["offset=2", "offset=5"])
    }

    @Test func pagesThatLeadToThemselvesFail() async throws {
        let ways: [Way] = [
            .cursor("after") { _ in "same" }, .link { _ in "/things?again" },
            .offset("offset") { _ in PageContent(count: 0, hasMore: true) },
        ]
        for way in ways {
            let error = await #expect(throws: TalynError.self) { try await follow(way) { _ in Self.page(0) } }
            #expect(error?.reason == .pagination)
        }
    }

    @Test func largestPositionsEndTheLoop() async throws {
        let offset = try await follow(
            .offset("offset") { PageContent(count: $0.items.count) },
            query: [.form("offset", Int.max)]
        ) { _ in Self.page(0) }
        #expect(offset.queries.count == 1)
        let number = try await follow(
            .number("page") { PageContent(count: $0.items.count) },
            query: [.form("page", Int.max)]
        ) { _ in
            Self.page(0)
        }
        #expect(number.queries.count == 1)
    }
}
