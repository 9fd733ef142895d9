import Foundation
import TalynCore
import TalynStubs
import TestSupport
import Testing

struct RequestMatcherTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let matcher: RequestMatcher
        let request: TalynStubs.ReceivedRequest
        let matches: Bool

        init(_ matcher: RequestMatcher, _ request: TalynStubs.ReceivedRequest, _ matches: Bool) {
            self.matcher = matcher
            self.request = request
            self.matches = matches
        }

        var testDescription: String { "\(matcher) \(request) \(matches)" }
    }

    static let get = ReceivedRequest.line("GET https://api.github.com/users/ada%20l/repos?page=2&page=3&q=a+b")
    static let post = ReceivedRequest.line(
        "POST https://api.github.com/issues",
        headers: ["X-Kind": "bug", "Content-Type": "application/json"],
        body: #"{"title": "Slow", "labels": [{"name": "p1", "isOpen": true}], "count": 1}"#
    )
    static let form = ReceivedRequest.line("POST https://api.github.com/session", body: "user=ada+l&note=a%26b&empty=")

    @Test(arguments: [
        Case(.any, get, true),
        Case(.method(.get), get, true),
        Case(.method(.head), get, false),
        Case(.path("/users/ada l/repos"), get, true),
        Case(.path("/users/ada%20l/repos"), get, true),
        Case(.path("/users/{name}/repos"), get, true),
        Case(.path("/users/*/repos"), get, true),
        Case(.path("/users/{name}"), get, false),
        Case(.path("/users/{name}/{kind}/{rest}"), get, false),
        Case(.path("/users/**"), get, true),
        Case(.path("/users/{name}/repos/**"), get, true),
        Case(.path("/users/{name}/repos/"), get, false),
        Case(.path("/user/**"), get, false),
        Case(.path("/users/{name}/repos?page=2"), get, true),
        Case(.path("/users/{name}/repos?page=3&q"), get, true),
        Case(.path("/users/{name}/repos?page=4"), get, false),
        Case(.path("https://api.github.com/users/**"), get, true),
        Case(.path("http://api.github.com/users/**"), get, false),
        Case(.path("https://api.github.com:443/users/**"), get, true),
        Case(.path("https://api.github.com"), get, false),
        Case(.get("/users/{name}/repos"), get, true),
        Case(.post("/users/{name}/repos"), get, false),
        Case(.host("API.github.com"), get, true),
        Case(.host("github.com"), get, false),
        Case(.query("page"), get, true),
        Case(.query("page", "3"), get, true),
        Case(.query("page", "4"), get, false),
        Case(.query("size"), get, false),
        Case(.query("q", "a b"), get, true),
        Case(.path("/users/{name}/repos?q=a+b"), get, true),
        Case(.path("/users/{name}/repos?q=a%2Bb"), get, false),
        Case(.header(.contentType), post, true),
        Case(.header(HTTPField.Name("x-kind")!, "bug"), post, true),
        Case(.header(HTTPField.Name("x-kind")!, "feature"), post, false),
        Case(.header(.accept), post, false),
        Case(.json("Slow", atKeyPath: "title"), post, true),
        Case(.json("p1", atKeyPath: "labels.0.name"), post, true),
        Case(.json(true, atKeyPath: "labels.0.isOpen"), post, true),
        Case(.json(1, atKeyPath: "labels.0.isOpen"), post, false),
        Case(.json(1, atKeyPath: "count"), post, true),
        Case(.json(true, atKeyPath: "count"), post, false),
        Case(.json("p2", atKeyPath: "labels.0.name"), post, false),
        Case(.json("p1", atKeyPath: "labels.1.name"), post, false),
        Case(.json(["title": "Slow"]), post, false),
        Case(.json("Slow", atKeyPath: "title"), get, false),
        Case(.json(Double.nan), post, false),
        Case(.form("user", "ada l"), form, true),
        Case(.form("note", "a&b"), form, true),
        Case(.form("empty"), form, true),
        Case(.form("empty", ""), form, true),
        Case(.form("user", "grace"), form, false),
        Case(.form("title"), post, false),
        Case(.form("a"), .line("POST https://example.com/", body: #"{"a":"b=c"}"#), false),
        Case(.form("a"), .line("POST https://example.com/", body: "a=%zz&%=&=&&a"), true),
        Case(.form("user"), .line("POST /", headers: ["Content-Type": "text/plain"], body: "user=ada"), false),
        Case(.json(9_007_199_254_740_993), .line("POST https://a.example/", body: "9007199254740992"), false),
        Case(.json(1), .line("POST https://a.example/", body: "1.0"), true),
        Case(.path("https://a.example?page=2"), .line("GET https://a.example?page=2"), true),
        Case(.path("https://a.example?page=2"), .line("GET https://a.example?page=3"), false),
        Case(.path("/login?next=https://b.e/x"), .line("GET https://a.example/login?next=https://b.e/x"), true),
        Case(.path("/users"), .line("GET https://a.example//users"), false),
        Case(.path("/users"), .line("GET https://a.example/users/"), false),
        Case(.body(Data()), get, true),
        Case(.body(Data("a".utf8)), get, false),
        Case(.matching("is short") { $0.body.count < 3 }, get, true),
        Case(.matching("is short") { $0.body.count < 3 }, post, false),
        Case(.method(.get) && .query("page"), get, true),
        Case(.method(.get) && .query("size"), get, false),
        Case(.method(.get) && .query("page") && .host("example.com"), get, false),
        Case(.method(.head) || .query("page"), get, true),
        Case(.method(.head) || .query("size"), get, false),
        Case(!.method(.get), get, false),
        Case(!(.method(.get) && .query("size")), get, true),
        Case(.target(Hub.zen), .line("GET http://127.0.0.1:8080/zen"), true),
        Case(.target(Hub.zen), .line("POST http://127.0.0.1:8080/zen"), false),
        Case(.target(Hub.zen), .line("GET http://127.0.0.1:8080/zen?a=b"), false),
        Case(.target(Hub.self), .line("GET http://127.0.0.1:8080/zen"), false),
    ])
    func requestIsMatchedAsAsked(example: Case) {
        #expect(example.matcher.matches(example.request) == example.matches)
    }

    @Test func targetIsMatchedByValueTypeAndCase() async throws {
        let ada = try await ReceivedRequest.of(.user("ada"))
        #expect(RequestMatcher.target(Hub.user("ada")).matches(ada))
        #expect(!RequestMatcher.target(Hub.user("grace")).matches(ada))
        #expect(RequestMatcher.target(Hub.self).matches(ada))
        #expect(RequestMatcher.targetCase("user", of: Hub.self).matches(ada))
        #expect(!RequestMatcher.targetCase("zen", of: Hub.self).matches(ada))
        #expect(RequestMatcher.target(Hub.self) { if case .user = $0 { true } else { false } }.matches(ada))
        #expect(!RequestMatcher.target(Hub.self) { $0 == .zen }.matches(ada))
    }

    @Test func descriptionHasNoSecrets() {
        let matcher: RequestMatcher =
            .post("/session?token=s3cret-1") && .header(.authorization, "Bearer s3cret-2")
            && .form("password", "s3cret-3")
            && !.query("code", "s3cret-4") && .query("page", "2")
        let text = "\(matcher)"
        #expect(!text.contains("s3cret"))
        #expect(text.contains("query 'page' = '2'"))
    }
}
