#if Tools
import Bookshop
import Foundation
import Talyn
import TalynOpenAPIRuntime
import TestSupport
import Testing

/// Calls each operation of the example's client.
enum BookshopCalls {
    /// The document of the client.
    static let document = RepositoryFiles.url("Examples/Bookshop/bookshop.yaml")

    static func all(of shop: Bookshop) async throws {
        try await books(of: shop.books)
        #expect(try await !shop.authors.get(id: 7).name.isEmpty)
        try await orders(of: shop.orders)
    }

    private static func books(of books: Bookshop.BooksAPI) async throws {
        let price = BooksListPrice(min: 1.5, max: 20)
        let list = try await books.list(page: 2, genre: [.crime, .scienceFiction], price: price, sort: .minusPublished)
        #expect(!list.isEmpty)
        var pages = 0
        for try await page in books.listPages() { pages += page.value.isEmpty ? 0 : 1 }
        #expect(pages == 1)
        _ = try await books.add(body: NewBook(title: "Tea", genre: .cooking, isbn: "1"))
        #expect(try await books.get(isbn: "1").title == "A Book of Tea")
        let change = BookChange(title: "Coffee", discount: .clear, subtitle: .set("Black"))
        _ = try await books.update(isbn: "1", body: change)
        try await books.remove(isbn: "1")
        #expect(try await !books.getCover(isbn: "1").isEmpty)
        var picture = Data()
        for try await chunk in books.getCoverStream(isbn: "1") { picture += chunk }
        #expect(!picture.isEmpty)
        let file = MultipartFile(picture, fileName: "tea.jpg")
        try await books.setCover(
            isbn: "1",
            multipart: BooksSetCoverForm(picture: file, alt: "Tea", crop: .init(width: 1, height: 2))
        )
        try await books.setCover(isbn: "1", data: HTTPBody(picture))
        _ = try await books.shelvesGet(path: "a/b c")
    }

    private static func orders(of orders: Bookshop.OrdersAPI) async throws {
        #expect(try await !orders.list(cursor: "a", status: .paid).orders.isEmpty)
        var pages = 0
        for try await _ in orders.listPages() { pages += 1 }
        #expect(pages == 1)
        let address = OrdersCreateBody.Address(street: "Main Street 1", city: "Bern")
        _ = try await orders.create(body: OrdersCreateBody(isbns: ["1", "2"], address: address, gift: true))
        var events = 0
        for try await event in orders.watch(id: 5) {
            if case .other = event { Issue.record("The event fits no variant.") }
            events += 1
            if events == 2 { break }
        }
        #expect(events == 2)
        var exported = 0
        for try await _ in orders.export() { exported += 1 }
        #expect(exported == 2)
    }
}
#endif
