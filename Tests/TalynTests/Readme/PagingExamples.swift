import Foundation
import Talyn
import TalynStubs

// The code of Paging.md, and of comments about pages, compiled. DocumentedExamplesTests compares the two.

struct SearchIssues: DecodableTargetType {
    struct Issue: Decodable, Sendable {
        let title: String
    }

    struct ResultType: Decodable, Sendable {
        let items: [Issue]
        let next: String?
    }

    let text: String
    var after: String?

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: RequestPath { "/search/issues" }
    var query: RequestParameters { ["q": text, "after": after] }
}

struct Repository: Decodable, Sendable {
    let id: Int
}

enum PagingExamples {
    struct Report: TargetType {
        var cursor: String?

        var baseURL: URL { URL(string: "https://reports.example.com")! }
        var path: RequestPath { "/query" }
        var method: HTTPRequest.Method { .post }
        var body: RequestBody { .json(["size": 100, "cursor": cursor]) }
    }

    struct Rows: Decodable, Sendable {
        let rows: [[String]]
        let cursor: String?
    }

    static func stubPages(_ stubs: StubSet) {
        let link: HTTPFields = [.named("Link"): #"</users/ada/repos?page=2>; rel="next""#]
        stubs.on(.query("page", "1"), .json([["id": 1]], headerFields: link))
        stubs.on(.query("page", "2"), .json([["id": 2]]))
    }

    static func elements(_ github: Provider<GitHub>) async throws {
        let repositories = github.pages(of: .repositories(of: "ada", page: 1), as: [Repository].self)
        for try await repository in repositories.elements {
            print(repository.id)
        }
        for try await page in repositories {
            print(page.number, page.value.count)
        }
    }

    static func cursors(_ issues: Provider<SearchIssues>) async throws {
        let found = issues.pages(
            of: SearchIssues(text: "crash"),
            by: .next { page in page.value.next.map { .query(["after": $0]) } }
        )
        let titles = found.elements { page in page.value.items }
        for try await issue in titles {
            print(issue.title)
        }
    }

    static func numbers(_ github: Provider<GitHub>, _ issues: Provider<SearchIssues>) -> [Any] {
        let all = github.pages(of: .repositories(of: "ada", page: 1), as: [Repository].self, by: .pageNumbers(size: 30))
        let some = issues.pages(
            of: SearchIssues(text: "crash"),
            by: .next { page in
                page.value.items.isEmpty ? nil : .query(["page": "\(page.number + 1)"])
            }
        )
        return [all, some]
    }

    static func targets(_ reports: Provider<Report>) async throws {
        let pages = reports.pages(
            of: Report(),
            as: Rows.self,
            by: .next { page in page.value.cursor.map { .target(Report(cursor: $0)) } }
        )
        for try await row in pages.elements({ page in page.value.rows }) { print(row) }
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

    static func oneURL(_ github: Provider<GitHub>, _ first: Response) async throws {
        if let last = first.link(rel: "last") {
            let options = RequestOptions { $0.url = last }
            let target = GitHub.repositories(of: "ada", page: 1)
            let page = try await github.request(target, as: [Repository].self, options: options)
            print(page.count)
        }
    }
}
