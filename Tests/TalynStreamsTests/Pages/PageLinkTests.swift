import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynStreams

/// Where the next page may be, and what is sent there.
struct PageLinkTests {
    private func failure(
        _ next: String,
        from base: String = "https://api.example.com/v1",
        by paging: Pagination<Listing, Response> = .links
    ) async throws -> (PageError?, requests: Int) {
        let transport = PagedTransport { url in .json("[]", next: url.query == "page=2" ? nil : next) }
        let listing = Listing(baseURL: try #require(URL(string: base)), headerFields: [.authorization: "Bearer secret"])
        let pages = Provider<Listing>(transport: transport).pages(of: listing, by: paging)
        let (elements, failure) = await pages.collected()
        #expect(elements.count == transport.requests.count)
        if let failure { #expect(failure.response?.statusCode == 200) }
        return (failure?.pageError, transport.requests.count)
    }

    @Test(arguments: [
        "https://evil.example/v1/items?page=2", "https://api.example.com:444/?page=2", "//evil.example/?page=2",
        "https://api.example.com@evil.example/?page=2", "https://api.example.com.evil.example/?page=2",
    ])
    func linkToAnotherOriginIsRefused(link: String) async throws {
        let (error, requests) = try await failure(link)
        guard case .foreignOrigin? = error else { return #expect(error == .foreignOrigin(link)) }
        #expect(requests == 1)
    }

    @Test(arguments: [
        "https://api.example.com/other?page=2", "HTTPS://API.example.com:443/?page=2", "?page=2", "/?page=2",
        "https://user:pw@api.example.com/?page=2#x",
    ])
    func linkToTheSameOriginIsFollowed(link: String) async throws {
        let (error, requests) = try await failure(link)
        #expect(error == nil)
        #expect(requests == 2)
    }

    /// A redirect removes the credentials of a request. A page after it would get them.
    @Test func relativeLinkAfterARedirectToAnotherOriginIsRefused() async {
        let transport = PagedTransport { _ in
            var answer = TransportResponse.json("[]", next: "?page=2")
            answer.url = URL(string: "https://other.example/items")
            return answer
        }
        let (elements, failure) = await Provider<Listing>(transport: transport).pages(of: Listing()).collected()
        #expect(elements.count == 1)
        #expect(failure?.pageError == .foreignOrigin("https://other.example/items?page=2"))
    }

    @Test func trustedOriginIsFollowed() async throws {
        let trusting = try Pagination<Listing, Response>.links
            .trusting(#require(URL(string: "https://pages.example.com/whatever")))
        #expect(try await failure("https://pages.example.com/?page=2", by: trusting).0 == nil)
        #expect(try await failure("https://evil.example/?page=2", by: trusting).requests == 1)
    }

    @Test func linkToHTTPIsRefusedAfterHTTPS() async throws {
        let link = "http://api.example.com/?page=2"
        #expect(try await failure(link).0 == .insecureLink(link))
        let trusting = try Pagination<Listing, Response>.links.trusting(#require(URL(string: link)))
        #expect(try await failure(link, by: trusting).0 == .insecureLink(link))
        #expect(try await failure(link, from: "http://api.example.com").0 == nil)
        // The other way round it is another origin.
        let secure = "https://api.example.com/?page=2"
        #expect(try await failure(secure, from: "http://api.example.com").0 == .foreignOrigin(secure))
    }

    @Test(arguments: ["ftp://api.example.com/?page=2", "mailto:ada@example.com", "https://[x", "https:///x"])
    func invalidLinkIsAnError(link: String) async throws {
        let (error, requests) = try await failure(link)
        guard case .invalidLink? = error else { return #expect(error == .invalidLink(link)) }
        #expect(requests == 1)
    }

    @Test func errorsShowNoSecrets() {
        for error in [
            PageError.foreignOrigin("https://h/?token=secret"), .insecureLink("http://h/?token=secret"),
            .repeated("https://ada:secret@h/?token=secret"), .invalidLink("x://h/?token=secret"),
        ] {
            #expect(!error.description.contains("secret"))
            #expect(error.description.contains("h"))
        }
    }

    // MARK: Circles

    @Test(arguments: ["?page=1", "?page=2", "?page=3"])
    func pageThatWasFetchedBeforeIsAnError(last: String) async {
        let transport = PagedTransport { url in
            switch url.query {
            case "page=1": .json("[]", next: "?page=2")
            case "page=2": .json("[]", next: "?page=3")
            default: .json("[]", next: last)
            }
        }
        let listing = Listing(query: ["page": 1])
        let (elements, failure) = await Provider<Listing>(transport: transport).pages(of: listing).collected()
        #expect(elements.count == 3)
        #expect(failure?.pageError == .repeated("https://api.example.com/v1/items\(last)"))
        #expect(transport.requests.count == 3)
    }

    @Test func cursorThatStaysTheSameIsAnError() async {
        let transport = PagedTransport { _ in .json(#"{"next":7}"#) }
        let provider = Provider<Listing>(transport: transport)
        let (elements, failure) = await provider.pages(of: Listing(), by: .cursor("c", at: "next")).collected()
        #expect(elements.count == 2)
        #expect(failure?.pageError == .repeated("https://api.example.com/v1/items?c=7"))
    }

    @Test func idempotencyKeysDoNotHideACircle() async {
        let transport = PagedTransport { _ in .json(#"{"next":7}"#) }
        let options = RequestOptions { $0.idempotency = .key }
        let provider = Provider<Listing>(transport: transport, requestOptions: options)
        let listing = Listing(method: .post)
        let (elements, failure) = await provider.pages(of: listing, by: .cursor("c", at: "next")).collected()
        #expect(elements.count == 2)
        #expect(failure?.pageError == .repeated("https://api.example.com/v1/items?c=7"))
    }

    @Test func errorsShowTheTemplateOfAPath() async {
        let transport = PagedTransport { _ in .json(#"{"next":7}"#) }
        let listing = Listing(path: "users/\("hush")/items")
        let pages = Provider<Listing>(transport: transport).pages(of: listing, by: .cursor("c", at: "next"))
        let (_, failure) = await pages.collected()
        #expect(failure?.description.contains("/v1/users/{}/items?c=…") == true)
        #expect(failure?.description.contains("hush") == false)
    }

    // MARK: What the request of a page carries

    private func secondRequest(
        of listing: Listing,
        by paging: Pagination<Listing, Response>,
        plugins: [any Plugin] = [],
        next: String = "?page=2"
    ) async throws -> OutgoingRequest {
        let transport = PagedTransport { url in .json("[]", next: url.parameter("page") == "2" ? nil : next) }
        let provider = Provider<Listing>(transport: transport, plugins: plugins)
        for try await page in provider.pages(of: listing, by: paging) where page.number == 2 { break }
        return try #require(transport.requests.last)
    }

    private static let next = Pagination<Listing, Response>.next { page in
        page.number == 1 ? .query(["page": "2"]) : nil
    }

    @Test func linkTakesThePlaceOfTheQuery() async throws {
        let base = try #require(URL(string: "https://api.example.com/v1?sort=a"))
        for query: RequestParameters in [["page": 1, "per_page": 5], [:]] {
            let listing = Listing(baseURL: base, query: query)
            let request = try await secondRequest(of: listing, by: .links)
            #expect(request.url?.query == "page=2")
        }
    }

    @Test func parameterTakesThePlaceOfTheOneBefore() async throws {
        let base = try #require(URL(string: "https://api.example.com/v1?sort=a%2Cb&page=0"))
        let listing = Listing(baseURL: base, query: ["page": 1, "q": 5])
        let request = try await secondRequest(of: listing, by: Self.next)
        #expect(request.url?.query == "sort=a%2Cb&page=2&q=5")
    }

    @Test(arguments: [true, false])
    func bodyIsSentWithEachPage(links: Bool) async throws {
        let paging = links ? Pagination<Listing, Response>.links : Self.next
        let body = Data(#"{"q":1}"#.utf8)
        for (content, isJSON) in [(RequestBody.data(body), false), (.json(["q": 1]), true)] {
            let listing = Listing(method: .post, query: ["page": 1], body: content)
            let request = try await secondRequest(of: listing, by: paging)
            #expect(request.url?.query == "page=2")
            #expect(request.body?.data == body)
            #expect(request.method == .post)
            #expect((request.headerFields[.contentType] == "application/json") == isJSON)
        }
    }

    @Test func streamedBodyIsSentWithEachPage() async throws {
        let bodies = Recorder<Data>()
        let transport = ClosureTransport { request in
            var data = Data()
            for try await chunk in try #require(request.body) { data += chunk }
            bodies.record(data)
            var fields = HTTPFields()
            if bodies.events.count < 2 { fields[try #require(HTTPField.Name("Link"))] = "<?page=2>; rel=next" }
            return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(Data("[]".utf8)))
        }
        let body = HTTPBody(length: 4, isReplayable: true) {
            var rest = [Data("find".utf8)]
            return { rest.popLast() }
        }
        let listing = Listing(method: .post, query: ["page": 1], body: .stream(body))
        for try await _ in Provider<Listing>(transport: transport).pages(of: listing) {}
        #expect(bodies.events == [Data("find".utf8), Data("find".utf8)])
    }

    @Test func partsAreSentWithEachPage() async throws {
        let part = MultipartPart(content: .data(Data("x".utf8)), name: "a")
        let listing = Listing(method: .post, query: ["page": 1], body: .multipart([part]))
        let request = try await secondRequest(of: listing, by: Self.next)
        #expect(request.url?.query == "page=2")
        #expect(request.headerFields[.contentType]?.hasPrefix("multipart/form-data") == true)
    }

    /// Some servers take the place of a page from the `Range` field.
    @Test func requestWithAnotherHeaderFieldIsAnotherPage() async {
        let ranges = ["items=0-4", "items=5-9", "items=10-14"]
        let pages = Provider<Listing>(transport: PagedTransport.linked(pages: 1)).pages(
            of: Listing(headerFields: [.range: ranges[0]]),
            by: .next { page in
                page.number < ranges.count ? .target(Listing(headerFields: [.range: ranges[page.number]])) : nil
            }
        )
        #expect(await pages.collected().elements.count == 3)
    }

    @Test(arguments: [true, false])
    func credentialsOfTheURLAreKept(links: Bool) async throws {
        let url = try #require(URL(string: "https://ada:pw@api.example.com"))
        let paging = links ? Pagination<Listing, Response>.links : Self.next
        let request = try await secondRequest(
            of: Listing(baseURL: url, headerFields: HTTPFields(["X-A": "b"])),
            by: paging
        )
        #expect(request.headerFields[.authorization] == "Basic YWRhOnB3")
        #expect(request.headerFields["X-A"] == "b")
        #expect(request.url?.absoluteString == "https://api.example.com/items?page=2")
    }

    private struct Key: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
            request.url?.append(queryItems: [URLQueryItem(name: "key", value: "k")])
        }
    }

    @Test func parameterAddedByAPluginIsAddedOnce() async throws {
        let request = try await secondRequest(of: Listing(), by: Self.next, plugins: [Key()])
        #expect(request.url?.query == "page=2&key=k")
    }

    @Test(arguments: [
        ("https://h/a", "https://h/a?page=2"),
        ("https://h/a?", "https://h/a?page=2"),
        ("https://h/a?page", "https://h/a?page=2"),
        ("https://h/a?page=1&x=%41+b&page=3&=&y#f", "https://h/a?page=2&x=%41+b&=&y"),
        ("https://h/a?p%61ge=1&Page=1", "https://h/a?page=2&Page=1"),
    ])
    func parametersAreReplacedByName(url: String, changed: String) async throws {
        let listing = Listing(baseURL: try #require(URL(string: url)), path: "")
        #expect(try await secondRequest(of: listing, by: Self.next).url?.absoluteString == changed)
    }

    @Test func parametersAreEscaped() async throws {
        let url = try #require(URL(string: "https://h/?page%5Bafter%5D=1&a+b=1"))
        let parameters = ["page[after]": "&=ü", "a b": "2", "c": "", "page": "2"]
        let paging = Pagination<Listing, Response>.next { $0.number == 1 ? .query(parameters) : nil }
        #expect(
            try await secondRequest(of: Listing(baseURL: url, path: ""), by: paging).url?.query
                == "page%5Bafter%5D=%26%3D%C3%BC&a%20b=2&c=&page=2"
        )
    }
}
