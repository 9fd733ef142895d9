import Foundation
import Talyn
import TalynTesting
import Testing

/// What the README and the pages show: each line of theirs stands here.
enum TestingExamples {
    enum GitHub: TargetType, Hashable {
        case zen
        case user(String)
        case open(title: String)

        var baseURL: URL { URL(string: "https://api.github.com")! }

        var path: RequestPath {
            switch self {
            case .zen: "/zen"
            case .user(let name): "/users/\(name)"
            case .open: "/issues"
            }
        }

        var method: HTTPRequest.Method { if case .open = self { .post } else { .get } }

        var body: RequestBody { if case .open(let title) = self { .json(["title": title]) } else { .none } }

        var sampleData: Data { if case .user(let name) = self { Data(#"{"login": "\#(name)"}"#.utf8) } else { Data() } }
    }

    struct Profile: DecodableTargetType {
        typealias ResultType = Account
        let name: String

        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { "/users/\(name)" }
        var sampleData: Data { Data(#"{"login": "\#(name)"}"#.utf8) }
    }

    struct Account: Codable, Sendable {
        var login: String
    }
}

private let github = Provider<TestingExamples.GitHub>()

extension TestingExamples {
    struct Tests {
        @Test(.stubs) func showsTheName() async throws {
            StubSet.current.on(.get("/users/{name}"), .json(["login": "ada"]))
            let account = try await github.request(.user("ada"), as: Account.self)
            #expect(account.login == "ada")
        }

        @Test(.stubs) func survivesAnOutage() async throws {
            let busy = StubAnswer.status(503, headerFields: [.retryAfter: "60"])
            let tunnel = StubAnswer.text("Keep it simple.").with(FaultScript(.failing(.connectionReset(afterBytes: 4))))
            StubSet.current.on(.target(GitHub.zen), busy, tunnel, .text("Keep it simple."))
            let patient = Provider<GitHub>(plugins: [RetryPlugin()])
            #expect(try await patient.request(.zen, as: String.self) == "Keep it simple.")
        }

        @Test(.recording("ada")) func adaHasALogin() async throws {
            let account = try await github.request(.user("ada"), as: Account.self)
            #expect(account.login == "ada")
        }

        @Test func samplesAreTrue() async {
            await verifySamples(of: [GitHub.user("ada"), .user("grace")], as: Account.self)
            await verifySamples(of: [Profile(name: "ada")])
        }

        @Suite(.stubs { $0.fallback(.get("/zen"), .text("Keep it simple.")) })
        struct ZenTests {
            @Test func hasAnAnswer() async throws {
                #expect(try await github.request(.zen, as: String.self) == "Keep it simple.")
            }
        }

        @Test func providerOfThePageSendsToTheServer() throws {
            let github = Provider<GitHub>()
            #expect(github.transport is StubSet == false)
            #expect(try Endpoint(GitHub.zen).url == "https://api.github.com/zen")
        }

        @Test func matchersOfThePage() async throws {
            let stubs = StubSet()
            stubs.on(.get("/search") && !.query("page", "1"), .json([Account]()))
            stubs.on(.target(GitHub.self) { if case .user = $0 { true } else { false } }, .sample)
            #expect(try await Provider<GitHub>(transport: stubs).request(.user("ada"), as: Account.self).login == "ada")
        }

        @Test(.stubs) func answersOfThePage() async throws {
            let stubs = StubSet()
            stubs.on(.get("/users/{name}")) { request in .json(["login": request.pathParameters["name"]]) }
            stubs.on(.target(GitHub.zen), .status(429, headerFields: [.retryAfter: "60"]), .text("Keep it simple."))
            stubs.on(.post("/issues"), .failure(.connectionLost), times: .exactly(3))
            stubs.on(.get("/wisdom"), .text("Keep it simple.").with(FaultScript(.latency(.milliseconds(300)))))
            let github = Provider<GitHub>(transport: stubs, plugins: [RetryPlugin()])
            #expect(try await github.request(.user("ada"), as: Account.self).login == "ada")
            #expect(try await github.request(.zen, as: String.self) == "Keep it simple.")
            #expect(stubs.failures.count == 2)
        }

        @Test func sentRequestOfThePage() async throws {
            let stubs = StubSet()
            let github = Provider<GitHub>(transport: stubs)
            let opened = stubs.on(.post("/issues"), .status(201))
            _ = try await github.request(.open(title: "Slow"))
            let request = try #require(stubs.requests(to: opened).first)
            #expect(try request.decode([String: String].self) == ["title": "Slow"])
            #expect(request.headerFields[.contentType] == "application/json")
        }

        @Test func setOfTheComment() async throws {
            let stubs = StubSet()
            stubs.on(.target(GitHub.zen), .text("Keep it simple."))
            stubs.on(.get("/users/{name}") && !.query("page"), .json(["login": "ada"]))
            let github = Provider<GitHub>(transport: stubs)
            #expect(try await github.request(.zen, as: String.self) == "Keep it simple.")
        }

        @Test func answersOfTheComment() async throws {
            let stubs = StubSet()
            stubs.on(.get("/zen"), .text("Keep it simple."))
            stubs.on(.get("/zen"), .text("Keep it simple.").with(FaultScript(.latency(.milliseconds(300)))))
            #expect(stubs.failures.count == 2)
        }
    }
}
