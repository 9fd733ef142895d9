import Foundation
import Talyn
import TalynTesting
import TestSupport
import Testing

// The code of Sources/Talyn/Talyn.docc/GettingStarted.md, compiled and run.

enum CodeHost: TargetType {
    case search(language: String, count: Int)
    case repository(owner: String, name: String)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: RequestPath {
        switch self {
        case .search: "/search/repositories"
        case .repository(let owner, let name): "/repos/\(owner)/\(name)"
        }
    }

    var query: RequestParameters {
        switch self {
        case .search(let language, let count):
            ["q": "language:\(language)", "sort": "stars", "per_page": count]
        case .repository:
            [:]
        }
    }

    var coding: CodingOptions { CodingOptions { $0.keys = .snakeCase } }
}

struct Repository: Decodable, Sendable {
    let fullName: String
    let stargazersCount: Int
    let pushedAt: Date
}

struct SearchResult: Decodable, Sendable {
    let items: [Repository]
}

struct PopularRepositories {
    let provider: Provider<CodeHost>

    func list(language: String) async throws(TalynError) -> [String] {
        let result = try await provider.request(.search(language: language, count: 3), as: SearchResult.self)
        return result.items.map { "\($0.stargazersCount) \($0.fullName)" }
    }
}

extension PopularRepositories {
    func message(for error: TalynError) -> String {
        if error.isConnectionFailure { return "GitHub can't be reached." }
        if error.isTLSFailure { return "The connection isn't secure." }
        if error.statusCode == 403 { return "GitHub allows no more searches for now." }
        return error.description
    }
}

struct GettingStartedExamples {
    @Test(.stubs) func listsTheStars() async throws {
        let json = #"{"items": [{"full_name": "a/b", "stargazers_count": 7, "pushed_at": "2026-01-31T12:00:00Z"}]}"#
        StubSet.current.on(.get("/search/repositories"), .status(503), .json(text: json))
        let popular = PopularRepositories(provider: Provider(plugins: [RetryPlugin()]))
        #expect(try await popular.list(language: "swift") == ["7 a/b"])
    }

    @Test(.stubs) func explainsAMissingProperty() async throws {
        StubSet.current.on(.get("/search/repositories"), .json(text: #"{"items": [{"name": "b"}]}"#))
        let popular = PopularRepositories(provider: Provider())
        let error = await #expect(throws: TalynError.self) { try await popular.list(language: "swift") }
        #expect(error?.reason == .decoding)
    }

    @Test(.stubs) func messageNamesTheCallAndTheMissingKey() async throws {
        StubSet.current.on(.get("/search/repositories"), .json(text: #"{"items": [{"name": "b"}]}"#))
        let popular = PopularRepositories(provider: Provider())
        let error = await #expect(throws: TalynError.self) { try await popular.list(language: "swift") }
        let message = try popular.message(for: #require(error))
        #expect(message.hasPrefix("CodeHost.search GET https://api.github.com/search/repositories?per_page="))
        #expect(message.contains("The key 'fullName' is missing at 'items[0]'."))
    }

    @Test(.stubs) func runsAsAWhole() async throws {
        let json = #"{"items": [{"full_name": "a/b", "stargazers_count": 7, "pushed_at": "2026-01-31T12:00:00Z"}]}"#
        StubSet.current.on(.get("/search/repositories"), .json(text: json))
        let reliable = Provider<CodeHost>(
            plugins: [RetryPlugin()],
            requestOptions: RequestOptions {
                $0.timeout = .seconds(10)
                $0.headerFields[.userAgent] = "Popular/1.0"
            }
        )
        let popular = PopularRepositories(provider: reliable)
        do throws(TalynError) {
            for line in try await popular.list(language: "swift") { print(line) }
        } catch {
            print(popular.message(for: error))
        }
        let received = StubSet.current.requests
        #expect(received.first?.headerFields[.userAgent] == "Popular/1.0")
        #expect(received.first?.url.query == "per_page=3&q=language%3Aswift&sort=stars")
    }

    @Test func pageHasTheCodeOfTheTests() throws {
        let tests = URL(fileURLWithPath: #filePath)
        let root = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/Talyn/Talyn.docc/GettingStarted.md")
        let result = try DocumentedExamples(compiledIn: [tests]).check(page: page)
        // The manifest compiles in a manifest only.
        let manifest = [
            "swift-tools-version", "PackageDescription", "Package(", "Popular", "platforms", "dependencies", "targets",
            "Target(",
        ]
        #expect(result.missing.filter { line in !manifest.contains { line.contains($0) } && line.count > 2 } == [])
        #expect(result.count > 5)
    }
}
