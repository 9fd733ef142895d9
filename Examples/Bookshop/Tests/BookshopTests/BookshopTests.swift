import Bookshop
import Foundation
import Talyn
import TalynAuth
import TalynOpenAPIRuntime
import TalynTesting
import Testing

struct BookshopTests {
    private let stubs = StubSet()

    private var shop: Bookshop { Bookshop(transport: stubs, credentials: .token("secret")) }

    private static let tea = """
        {"isbn": "1", "title": "Tea", "genre": "gardening", "authors": [{"id": 7, "name": "Ada"}], "published_on": "2024-02-29",
         "discount": null, "updated_at": "2024-03-01T12:00:00.5+01:00", "ratings": {"ada": 5}, "unknown": true}
        """

    @Test func resultIsDecoded() async throws {
        stubs.on(.get("/v1/books/{isbn}"), .json(text: Self.tea))
        let book = try await shop.books.get(isbn: "978 0")
        #expect(book.title == "Tea")
        #expect(book.genre == .other("gardening"))
        #expect(book.publishedOn == CalendarDate(year: 2024, month: 2, day: 29))
        #expect(book.updatedAt == Date(timeIntervalSince1970: 1_709_290_800.5))
        #expect(book.ratings == ["ada": 5])
        #expect(book.discount == nil)
        let request = try #require(stubs.requests.first)
        #expect(request.url.absoluteString == "https://eu.bookshop.example/v1/books/978%200")
        #expect(request.headerFields[.accept] == "application/json")
        // The document needs no credential here.
        #expect(request.headerFields[.authorization] == nil)
    }

    @Test func parametersHaveTheirStyles() async throws {
        stubs.on(.get("/v1/books"), .json(text: "[]"))
        _ = try await shop.books.list(
            page: 2,
            genre: [.crime, .scienceFiction],
            price: BooksListPrice(min: 1.5, max: 20),
            sort: .minusPublished
        )
        let request = try #require(stubs.requests.first)
        #expect(
            request.url.query(percentEncoded: true)
                == "page=2&genre=crime,science-fiction&price%5Bmax%5D=20&price%5Bmin%5D=1.5&sort=-published"
        )
        #expect(request.headerFields[.authorization] == "Bearer secret")
    }

    @Test func sessionGetsATokenWithTheScopesOfTheOperation() async throws {
        stubs.on(.get("/v1/orders/export"), .text("", contentType: "application/jsonl"))
        stubs.on(.post("/token"), .json(text: #"{"access_token":"of-staff","token_type":"Bearer"}"#))
        let session = OAuthSession(
            server: Bookshop.Credentials.staffServer,
            client: OAuthClient(id: "till", authentication: .basic(secret: "hush")),
            grant: .clientCredentials,
            provider: Provider(transport: stubs)
        )
        let shop = Bookshop(transport: stubs, credentials: Bookshop.Credentials(staffSession: session))
        for try await _ in shop.orders.export() {}
        let tokenRequest = try #require(stubs.requests.first)
        #expect(tokenRequest.url.absoluteString == "https://login.bookshop.example/token")
        #expect(tokenRequest.form["scope"] == "orders:read")
        #expect(stubs.requests.last?.headerFields[.authorization] == "Bearer of-staff")
    }

    @Test func missingNullAndValueDiffer() async throws {
        stubs.on(.patch("/v1/books/1"), .json(text: Self.tea))
        _ = try await shop.books.update(isbn: "1", body: BookChange(title: "Coffee"))
        _ = try await shop.books.update(isbn: "1", body: BookChange(discount: .clear, subtitle: .set("Black")))
        let discount = Discount.percent(Discount.Percent(percent: 10))
        _ = try await shop.books.update(isbn: "1", body: BookChange(discount: .set(discount)))
        #expect(
            stubs.requests.map(\.text) == [
                #"{"title":"Coffee"}"#, #"{"discount":null,"subtitle":"Black"}"#,
                #"{"discount":{"kind":"percent","percent":10}}"#,
            ]
        )
        #expect(stubs.requests.first?.headerFields[.contentType] == "application/merge-patch+json")
    }

    @Test func failureHasItsBody() async throws {
        stubs.on(
            .post("/v1/books"),
            .json(text: #"{"title": "Invalid", "errors": [{"field": "isbn", "message": "wrong"}]}"#, statusCode: 422),
            .json(text: #"{"title": "Closed"}"#, statusCode: 503)
        )
        let book = NewBook(title: "Tea", genre: .cooking, isbn: "1")
        let invalid = await #expect(throws: TalynError.self) { try await shop.books.add(body: book) }
        #expect((invalid?.failureBody as? ValidationProblem)?.errors.first?.field == "isbn")
        let closed = await #expect(throws: TalynError.self) { try await shop.books.add(body: book) }
        #expect((closed?.failureBody as? Problem)?.title == "Closed")
    }

    @Test func pagesFollowTheirLinks() async throws {
        stubs.on(
            .get("/v1/books"),
            .json(text: "[\(Self.tea)]", headerFields: [HTTPField.Name("Link")!: "</v1/books?page=2>; rel=\"next\""]),
            .json(text: "[\(Self.tea), \(Self.tea)]")
        )
        var counts: [Int] = []
        for try await page in shop.books.listPages() { counts.append(page.value.count) }
        #expect(counts == [1, 2])
    }

    @Test func pagesFollowTheirCursor() async throws {
        let order = #"{"id": 1, "status": "paid", "created": 1700000000, "isbns": []}"#
        stubs.on(
            .get("/v1/orders"),
            .json(text: "{\"orders\": [\(order)], \"next_cursor\": \"b\"}"),
            .json(text: "{\"orders\": [\(order)], \"next_cursor\": null}")
        )
        var dates: [Date] = []
        for try await page in shop.orders.listPages() { dates += page.value.orders.map(\.created) }
        #expect(dates.map(\.timeIntervalSince1970) == [1_700_000_000, 1_700_000_000])
        #expect(stubs.requests.last?.query == [URLQueryItem(name: "cursor", value: "b")])
    }

    @Test func formHasBracketsForItsObject() async throws {
        stubs.on(.post("/v1/orders"), .json(text: #"{"id": 1, "status": "placed", "created": 0, "isbns": ["1"]}"#))
        let body = OrdersCreateBody(
            isbns: ["1", "2"],
            address: .init(street: "Main Street 1", city: "Bern"),
            gift: true
        )
        let order = try await shop.orders.create(body: body)
        #expect(order.status == .placed)
        #expect(
            stubs.requests.first?.text
                == "address%5Bcity%5D=Bern&address%5Bstreet%5D=Main%20Street%201&gift=true&isbns=1&isbns=2"
        )
    }

    @Test func eventsAreDecoded() async throws {
        let text =
            "data: {\"type\": \"status\", \"status\": \"sent\"}\n\ndata: {\"type\": \"place\", \"place\": \"Bern\"}\n\ndata: {\"type\": \"new\"}\n\n"
        stubs.on(.get("/v1/orders/5/events"), .text(text, contentType: "text/event-stream"))
        stubs.fallback(.get("/v1/orders/5/events"), .status(204))
        var events: [OrderEvent] = []
        for try await event in shop.orders.watch(id: 5) {
            events.append(event)
            if events.count == 3 { break }
        }
        #expect(events[0] == .statusEvent(StatusEvent(type: "status", status: .sent)))
        #expect(events[1] == .placeEvent(PlaceEvent(type: "place", place: "Bern")))
        #expect(events[2] == .other(["type": "new"]))
    }

    @Test func linesAreDecoded() async throws {
        let order = #"{"id": 1, "status": "paid", "created": 0, "isbns": []}"#
        stubs.on(.get("/v1/orders/export"), .text("\(order)\n\(order)\n", contentType: "application/jsonl"))
        var count = 0
        for try await order in shop.orders.export() { count += order.id }
        #expect(count == 2)
    }

    @Test func fileIsSentInParts() async throws {
        stubs.on(.put("/v1/books/1/cover"), .status(204))
        let picture = MultipartFile(Data("JPEG".utf8), fileName: "tea.jpg")
        try await shop.books.setCover(
            isbn: "1",
            multipart: BooksSetCoverForm(picture: picture, alt: "Tea", crop: .init(width: 1, height: 2))
        )
        let text = try #require(stubs.requests.first?.text)
        #expect(text.contains("name=\"picture\"; filename=\"tea.jpg\"\r\nContent-Type: image/jpeg\r\n\r\nJPEG\r\n"))
        #expect(text.contains("name=\"alt\"\r\n\r\nTea\r\n"))
        #expect(text.contains("name=\"crop\"\r\nContent-Type: application/json\r\n\r\n{\"height\":2,\"width\":1}\r\n"))
        try await shop.books.setCover(isbn: "1", data: HTTPBody(Data("JPEG".utf8)))
        #expect(stubs.requests.last?.headerFields[.contentType] == "image/jpeg")
        #expect(stubs.requests.last?.text == "JPEG")
    }

    @Test func picturesAreBytes() async throws {
        stubs.on(.get("/v1/books/1/cover"), .data(Data("JPEG".utf8), contentType: "image/jpeg"))
        #expect(try await shop.books.getCover(isbn: "1") == Data("JPEG".utf8))
        var bytes = Data()
        for try await chunk in shop.books.getCoverStream(isbn: "1") { bytes += chunk }
        #expect(bytes == Data("JPEG".utf8))
    }

    @Test func slashesOfAPathStay() async throws {
        stubs.on(.get("/v1/shelves/**"), .json(text: #"{"name": "a", "shelves": [{"name": "b", "shelves": []}]}"#))
        let shelf = try await shop.books.shelvesGet(path: "a/b c")
        #expect(shelf.shelves.first?.name == "b")
        #expect(stubs.requests.first?.url.absoluteString.hasSuffix("/shelves/a/b%20c") == true)
    }

    @Test func recursionIsBehindAReference() async throws {
        stubs.on(.get("/v1/authors/1"), .json(text: #"{"id": 1, "name": "Bo", "mentor": {"id": 2, "name": "Ada"}}"#))
        var author = try await shop.authors.get(id: 1)
        #expect(author.mentor?.name == "Ada")
        let copy = author
        author.mentor?.mentor = copy
        #expect(author.mentor?.mentor?.id == 1)
    }

    @Test func operationsAreValues() async throws {
        let operation = Bookshop.BooksAPI.get(isbn: "1")
        #expect(operation.operationID == "books/get")
        #expect(operation.path.template == "/books/{isbn}")
        stubs.on(.target(APIOperation<Book>.self) { $0.operationID == "books/get" }, .json(text: Self.tea))
        let response: Response = try await shop.provider.request(operation)
        #expect(response.statusCode == 200)
    }

    @Test func serversAreURLs() {
        #expect(Bookshop.server.absoluteString == "https://eu.bookshop.example/v1")
        #expect(Bookshop.Server.theShop(region: "us").absoluteString == "https://us.bookshop.example/v1")
        #expect(Bookshop.Server.theTestShop.absoluteString == "https://test.bookshop.example/v1")
    }
}
