import Foundation
import Talyn
import TestSupport
import Testing

struct ReadmeTests {
    /// The README, and the page with an example of each part.
    @Test(arguments: [("README.md", 5), ("Sources/Talyn/Talyn.docc/Tour.md", 12)])
    func everyExampleIsCompiled(page: String, minimum: Int) throws {
        let compiled = try [
            "TalynTests/Readme/ReadmeExamples.swift", "TalynTestingTests/Examples/TestingExamples.swift",
            "TalynMacrosTests/Documentation/ReadmeMacroExamples.swift",
            "TalynCacheTests/Examples/ReadmeCacheExamples.swift",
        ].map { try RepositoryFiles.text("Tests/\($0)") }.joined()
        let lines = Set(compiled.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        let text = try RepositoryFiles.text(page)
        // The line for a manifest compiles in a manifest only.
        let blocks = text.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
            .filter { !$0.hasPrefix(".package(") }
        #expect(blocks.count >= minimum)
        for line in blocks.flatMap({ $0.split(separator: "\n") }) {
            #expect(lines.contains(line.trimmingCharacters(in: .whitespaces)), "only on the page: \(line)")
        }
    }

    @Test func sampledExampleGivesTheSample() async throws {
        #expect(try await ReadmeExamples.sampled() == Account(login: "ada"))
    }

    @Test func pluginsOfTheExamplesWork() async throws {
        let token = TokenPlugin { "t" }
        let provider = Provider<GitHub>(transport: SampleTransport(), plugins: [OneMoreTryPlugin(), token])
        let response = try await provider.request(.repositories(of: "ada", page: 2))
        #expect(response.request?.headerFields[.authorization] == "Bearer t")
        #expect(response.request?.url?.absoluteString == "https://api.github.com/users/ada/repos?page=2")
    }

    @Test func shopOfTheExampleWritesDatesAndNamesAsItsCodingSays() async throws {
        let order = ReadmeExamples.NewOrder(productID: 7, deliverAt: Date(timeIntervalSince1970: 0))
        let body = try Endpoint(ReadmeExamples.Shop.order(order)).request().body?.data
        #expect(body == Data(#"{"deliver_at":"1970-01-01T00:00:00Z","product_id":7}"#.utf8))
        let search = try Endpoint(ReadmeExamples.Shop.search(text: "tea", maximumPrice: nil)).request()
        #expect(search.url?.absoluteString == "https://shop.example.com/products?text=tea")
    }
}
