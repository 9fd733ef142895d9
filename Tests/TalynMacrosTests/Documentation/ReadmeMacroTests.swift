#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing

/// What the README says of its first example, and of its client.
struct ReadmeMacroTests {
    private typealias GitHub = ReadmeMacroExamples.GitHub

    @Test func casesAreTheEndpointsOfTheExampleByHand() {
        let urls = [GitHub.zen, .user("ada"), .repositories(of: "ada", page: 2)].map {
            try? Endpoint($0).request().url?.absoluteString
        }
        #expect(
            urls == [
                "https://api.github.com/zen", "https://api.github.com/users/ada",
                "https://api.github.com/users/ada/repos?page=2",
            ]
        )
    }

    @Test func stubbedExampleGivesTheSample() async throws {
        let stubbed = Provider<GitHub>(transport: SampleTransport())
        let sample = try await stubbed.request(.user("ada"), as: ReadmeMacroExamples.Account.self)
        #expect(sample == ReadmeMacroExamples.Account(login: "ada"))
    }

    @Test(.stubs) func functionOfTheClientCalls() async throws {
        StubSet.current.on(.get("/users/grace"), .json(["login": "grace"]))
        #expect(try await ReadmeMacroExamples.function().login == "grace")
    }

    @Test func declarationOfTheMigrationGuideIsCompiled() throws {
        let page = try Page("Sources/Moya/Moya.docc/MovingOn.md")
        let examples = page.blocks.map(page.text).filter { $0.contains { $0.contains("@API") } }
        let compiled = try Page("Tests/TalynMacrosTests/Documentation/ReadmeMacroExamples.swift").lines
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let missing = examples.joined().filter { !compiled.contains($0.trimmingCharacters(in: .whitespaces)) }
        #expect(missing == [])
        #expect(examples.count == 1)
    }
}
#endif
