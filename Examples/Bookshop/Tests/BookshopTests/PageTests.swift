import Bookshop
import Foundation
import HTTPTypes
import Talyn
import TalynOpenAPIRuntime
import TalynTesting
import Testing

/// The examples of the page "From an OpenAPI document".
struct PageTests {
    private func firstCall() async throws {
        let shop = Bookshop(credentials: .token("secret"))
        let book = try await shop.books.get(isbn: "978-0-00-000000-2")
        for try await page in shop.books.listPages(genre: [.crime]) { print(page.value.count) }
        _ = book
        let get = Bookshop.BooksAPI.get(isbn: "1").accepting("application/vnd.shop+json")
        let whole: Response = try await shop.provider.request(get)
        print(whole.headerFields[.eTag] ?? "", try whole.decode(Book.self))
    }

    @Test func firstTest() async throws {
        let stubs = StubSet()
        let tea = Book(title: "Tea", genre: .cooking, isbn: "1", authors: [], discount: nil)
        stubs.on(.get("/v1/books/{isbn}"), .json(tea))
        let test = Bookshop(transport: stubs)
        #expect(try await test.books.get(isbn: "1").title == "Tea")
        let operation = Bookshop.BooksAPI.get(isbn: "1")
        let response: Response = try await test.provider.request(operation)
        #expect(response.statusCode == 200)
    }

    /// Each line of Swift on the page stands in this file.
    @Test func examplesAreCompiled() throws {
        let file = URL(fileURLWithPath: #filePath)
        let page = file.deletingLastPathComponent()
            .appendingPathComponent("../../../../Sources/Talyn/Talyn.docc/FromAnOpenAPIDocument.md").standardizedFileURL
        let compiled = Set(try lines(of: file))
        var isExample = false
        for line in try lines(of: page) {
            if line.hasPrefix("```") {
                isExample = line == "```swift"
            } else if isExample {
                #expect(compiled.contains(line))
            }
        }
    }

    private func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
