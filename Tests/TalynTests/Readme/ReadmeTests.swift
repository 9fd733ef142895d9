import Foundation
import Talyn
import Testing

struct ReadmeTests {
    @Test func everyExampleIsCompiled() throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let compiled = try [
            "TalynTests/Readme/ReadmeExamples.swift", "TalynTestingTests/Examples/TestingExamples.swift",
            "TalynMacrosTests/Documentation/ReadmeMacroExamples.swift",
            "TalynCacheTests/Examples/ReadmeCacheExamples.swift",
        ].map { try String(contentsOf: root.appendingPathComponent("Tests/\($0)"), encoding: .utf8) }.joined()
        let lines = Set(compiled.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        #expect(blocks.count >= 6)
        // The line for a manifest compiles in a manifest only.
        for block in blocks where !block.hasPrefix(".package(") {
            for line in block.split(separator: "\n") {
                #expect(lines.contains(line.trimmingCharacters(in: .whitespaces)), "only in the README: \(line)")
            }
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
