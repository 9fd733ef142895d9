import Foundation
import Talyn
import Testing

// The code of Paging.md, compiled.

struct SearchIssues: DecodableTargetType {
    struct Issue: Decodable, Sendable {
        let title: String
    }

    struct ResultType: Decodable, Sendable {
        let items: [Issue]
        let next: String?
    }

    let text: String

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: String { "/search/issues" }
    var task: HTTPTask { .query(["q": text]) }
}

enum PagingExamples {
    static func pages(_ github: Provider<GitHub>) async throws {
        let repositories = github.pages(of: .repositories(of: "ada", page: 1), as: [Repository].self)
        for try await repository in repositories.elements {
            print(repository.id)
        }
        for try await page in repositories {
            print(page.number, page.value.count)
        }
    }

    static func search(_ provider: MultiProvider) async throws {
        let found = provider.pages(of: SearchIssues(text: "crash"), by: .cursor("after") { $0.value.next })
        let titles = found.elements { page in page.value.items }
        for try await issue in titles {
            print(issue.title)
        }
    }

    static func numbers(_ github: Provider<GitHub>, _ provider: MultiProvider) -> [Any] {
        let all = github.pages(of: .repositories(of: "ada", page: 1), as: [Repository].self, by: .pageNumbers(size: 30))
        let some = provider.pages(of: SearchIssues(text: "crash"), by: .pageNumbers { $0.value.items.isEmpty })
        return [all, some]
    }

    static func targets(_ github: Provider<GitHub>) -> PageStream<[Repository]> {
        let chosen = github.pages(of: .repositories(of: "ada", page: 1), as: [Repository].self) { page in
            page.value.isEmpty ? nil : .repositories(of: "ada", page: page.number + 1)
        }
        return chosen
    }

    static func mirrors(_ github: Provider<GitHub>) -> PageStream<Response> {
        let mirror = URL(string: "https://mirror.example.com")!
        let mirrored = github.pages(of: .repositories(of: "ada", page: 1), by: .links.trusting(mirror))
        return mirrored
    }

    static func eager(_ github: Provider<GitHub>) -> PageStream<[Repository]> {
        let eager = github.pages(of: .repositories(of: "ada", page: 1), as: [Repository].self, prefetching: true)
        return eager
    }

    static func digest() throws -> ContentDigest {
        let digest = try ContentDigest(.sha256, hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        return digest
    }
}
