#if Tools
import Foundation
import Talyn
import TalynMacros

/// The same endpoints twice: declared with attributes, and as one would write them by hand.
enum Declared {
    @API("https://api.github.com")
    enum Macros {
        @GET("/users/{name}/repos") case repositories(name: String)
        @GET("/search/repositories") case search(q: String, sort: String?, page: Int)
        @POST("/repos/{owner}/{repo}/issues") case open(owner: String, repo: String, body: Issue)
        @POST("/repos/{owner}/{repo}/labels") case label(owner: String, repo: String, name: String, color: Int)
    }

    enum ByHand: TargetType {
        case repositories(name: String)
        case search(q: String, sort: String?, page: Int)
        case open(owner: String, repo: String, body: Issue)
        case label(owner: String, repo: String, name: String, color: Int)

        var baseURL: URL { URL(string: "https://api.github.com")! }

        var path: RequestPath {
            switch self {
            case .repositories(let name): "/users/\(name)/repos"
            case .search: "/search/repositories"
            case .open(let owner, let repo, _): "/repos/\(owner)/\(repo)/issues"
            case .label(let owner, let repo, _, _): "/repos/\(owner)/\(repo)/labels"
            }
        }

        var method: HTTPRequest.Method {
            switch self {
            case .repositories, .search: .get
            case .open, .label: .post
            }
        }

        var query: RequestParameters {
            switch self {
            case .search(let text, let sort, let page): ["q": text, "sort": sort, "page": page]
            case .repositories, .open, .label: [:]
            }
        }

        var body: RequestBody {
            switch self {
            case .repositories, .search: .none
            case .open(_, _, let issue): .json(issue)
            case .label(_, _, let name, let color): .json(["name": name, "color": color])
            }
        }
    }

    struct Issue: Encodable {
        let title: String
        let labels: [String]
    }

    static let issue = Issue(title: "Stubs first", labels: ["idea"])

    static let declared: [Macros] = [
        .repositories(name: "ada"), .search(q: "swift http", sort: nil, page: 2),
        .open(owner: "ada", repo: "engine", body: issue), .label(owner: "ada", repo: "engine", name: "idea", color: 7),
    ]

    static let byHand: [ByHand] = [
        .repositories(name: "ada"), .search(q: "swift http", sort: nil, page: 2),
        .open(owner: "ada", repo: "engine", body: issue), .label(owner: "ada", repo: "engine", name: "idea", color: 7),
    ]

    /// Immediate stubs of each endpoint in turn.
    static func stubs<Target: TargetType>(_ targets: [Target], _ seconds: Double) async throws -> Sample {
        let provider = Provider<Target>(transport: SampleTransport())
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<100 {
                for target in targets {
                    guard try await provider.request(target).statusCode == 200 else { throw UnexpectedAnswer() }
                }
            }
        } while stopwatch.lap(100 * targets.count)
        return stopwatch.sample()
    }

    /// The request alone, for one endpoint.
    static func request(_ target: some TargetType, _ seconds: Double) throws -> Sample {
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            for _ in 0..<1000 {
                guard try Endpoint(target).request().url != nil else { throw UnexpectedAnswer() }
            }
        } while stopwatch.lap(1000)
        return stopwatch.sample()
    }
}
#endif
