import Foundation
import TalynCore
import TalynPlugins
import TalynStubs

// The main parts of Talyn in one file: a target, its calls, stubs for them, a retry and a failure. Nothing is sent.

enum GitHub: TargetType {
    case zen
    case user(String)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: RequestPath {
        switch self {
        case .zen: "/zen"
        case .user(let name): "/users/\(name)"
        }
    }
}

struct Account: Decodable, Sendable {
    let login: String
    let name: String
}

@main
struct Quickstart {
    static func main() async throws {
        let stubs = StubSet()
        stubs.on(.get("/zen"), .status(503), .text("Half measures are as bad as nothing at all."))
        stubs.on(.get("/users/ada"), .json(["login": "ada", "name": "Ada Lovelace"]))
        stubs.on(.get("/users/grace"), .json(["login": "grace"]))

        try await withVirtualTime {
            let github = Provider<GitHub>(transport: stubs, plugins: [RetryPlugin()])

            let response = try await github.request(.zen)
            print("GitHub.zen:", String(decoding: response.data, as: UTF8.self))
            print("  attempts:", response.metrics?.attempts.count ?? 0, "- the first one got the status 503")

            let ada = try await github.request(.user("ada"), as: Account.self)
            print("GitHub.user(ada):", ada.name)

            do throws(TalynError) {
                _ = try await github.request(.user("grace"), as: Account.self)
            } catch {
                print("GitHub.user(grace):", error)
            }
        }
        for request in stubs.requests { print("Received:", request) }
    }
}
