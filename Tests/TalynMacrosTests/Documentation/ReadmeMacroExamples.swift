#if Macros
import TalynMacros
import TalynTesting
import Testing

// The code of README.md, Tour.md and MovingOn.md that needs macros, compiled. ReadmeTests and ReadmeMacroTests compare it.

enum ReadmeMacroExamples {
    @API("https://api.github.com")
    enum GitHub {
        @GET("/zen") @Sample("Half measures are as bad as nothing at all.")
        case zen
        @GET("/users/{name}") @Sample(#"{"login": "ada"}"#)
        case user(String)
        @GET("/users/{of}/repos") @Sample("[]")
        case repositories(of: String, page: Int)
    }

    @Client("https://api.github.com")
    struct GitHubClient {
        @GET("/users/{name}") func user(name: String) async throws -> Account
        @GET("/events") func events() -> EventStream<Event>
        @POST("/repos/{owner}/{repo}/issues")
        func open(owner: String, repo: String, @Body issue: NewIssue) async throws -> Issue
    }

    struct Account: Decodable, Equatable, Sendable { var login: String }
    struct Event: Decodable, Sendable { var id: String }
    struct Issue: Decodable, Sendable { var number: Int }
    struct NewIssue: Encodable, Sendable { var title: String }

    struct Tests {
        private let github = Provider<GitHub>()

        @Test(.stubs) func showsTheName() async throws {
            StubSet.current.on(.get("/users/{name}"), .json(["login": "ada"]))
            let account = try await github.request(.user("ada"), as: Account.self)
            #expect(account.login == "ada")
        }

        @Test(.stubs) func survivesAnOutage() async throws {
            let busy = StubAnswer.status(503, headerFields: [.retryAfter: "60"])
            let tunnel = StubAnswer.text("Keep it simple.").with(FaultScript(.failing(.connectionReset(afterBytes: 4))))
            StubSet.current.on(.get("/zen"), busy, tunnel, .text("Keep it simple."))
            let patient = Provider<GitHub>(plugins: [RetryPlugin()])
            #expect(try await patient.request(.zen, as: String.self) == "Keep it simple.")
        }
    }

    static func function() async throws -> Account {
        let client = GitHubClient()
        let grace = try await client.user(name: "grace")
        return grace
    }

    @API("https://shop.example.com") @Headers(["Accept": "application/json"])
    enum Shop {
        @GET("/items/{id}") case item(id: Int)
        @GET("/items") case search(text: String, page: Int?)
        @POST("/orders") case order(body: Order)
    }

    struct Order: Encodable, Sendable { var item: Int }
}
#endif
