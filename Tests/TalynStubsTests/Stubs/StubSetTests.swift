import Foundation
import TalynCore
import TalynStreams
import TalynStubs
import TalynTransfers
import TestSupport
import Testing
import _TalynSupport

struct StubSetTests {
    private let stubs = StubSet()
    private var github: Provider<Hub> { Provider(transport: stubs) }

    @Test func answersTheTargetAndTheTemplate() async throws {
        stubs.on(.target(Hub.zen), .text("Keep it simple."))
        stubs.on(.get("/users/{name}")) { .json(["login": $0.pathParameters["name"]]) }
        #expect(try await github.request(.zen, as: String.self) == "Keep it simple.")
        #expect(try await github.request(.user("ada l"), as: Login.self) == Login(login: "ada l"))
        #expect(stubs.failures.isEmpty)
    }

    @Test func answersOneAfterTheOther() async throws {
        stubs.on(.target(Hub.zen), .status(429), .text("a"), times: .atLeast(2))
        let first = await #expect(throws: TalynError.self) { try await github.request(.zen) }
        #expect(first?.statusCode == 429)
        #expect(try await github.request(.zen, as: String.self) == "a")
        #expect(try await github.request(.zen, as: String.self) == "a")
        #expect(stubs.failures.isEmpty)
    }

    @Test func asManyCallsAsAnswersAreExpected() async throws {
        stubs.on(.target(Hub.zen), .text("a"), .text("b"))
        _ = try await github.request(.zen)
        #expect(stubs.failures.map(\.kind) == [.unused])
        _ = try await github.request(.zen)
        #expect(stubs.failures.isEmpty)
        await #expect(throws: TalynError.self) { try await github.request(.zen) }
        #expect(stubs.failures.map(\.kind) == [.usedUp])
    }

    @Test func unmatchedCallNamesTheNearestStub() async throws {
        stubs.fallback(.post("/issues"), .status(201))
        let stub = stubs.on(.get("/search") && .query("page", "1"), .json([String]()))
        let line = #line + 1
        let error = await #expect(throws: TalynError.self) { try await github.request(.search("swift", page: 2)) }
        let failure = try #require(error?.underlyingError as? StubFailure)
        #expect(failure.kind == .unstubbed)
        #expect(failure.place?.line == line)
        #expect(failure.place.map { "\($0.fileID)" } == #fileID)
        #expect(failure.request?.target as? Hub == .search("swift", page: 2))
        let place = try #require(stub.place)
        #expect(
            failure.description == """
                No stub answers Hub.search, GET https://api.github.com/search?page=2&q=swift. The nearest is GET /search \
                query 'page' = '1' (\(place)), but the query parameter 'page' is '2', not '1'. Add a stub for it.
                """
        )
        #expect(stubs.failures.map(\.kind) == [.unstubbed, .unused])
        #expect(stubs.failures.last?.place?.line == place.line)
    }

    @Test(arguments: [
        (RequestMatcher.target(Hub.zen), "the target is Hub.open, not Hub.zen"),
        (.target(Hub.open(title: "Fast")), "Hub.open has other values"),
        (.put("/issues"), "the method is POST, not PUT"),
        (.post("/issue"), "the path is /issues"),
        (.path("https://example.com/issues"), "the origin is https://api.github.com:443"),
        (.host("example.com"), "the host is api.github.com, not example.com"),
        (.query("page"), "there is no query parameter 'page'"),
        (
            .header(.contentType, "text/plain"),
            "the header field 'Content-Type' is 'application/json', not 'text/plain'"
        ),
        (.form("title"), "there is no form field 'title'"),
        (.json("Fast", atKeyPath: "title"), "the JSON has 'Slow' at 'title', not 'Fast'"),
        (.json("Fast", atKeyPath: "name"), "the JSON has nothing at 'name'"),
        (.json(["title": "Fast"]), "the JSON of the body differs"),
        (.body(Data()), "the body differs"),
        (!.method(.post), "it matches POST, which it must not"),
        (.matching("is short") { _ in false }, "it fails the condition 'is short'"),
    ])
    func differenceIsDescribed(matcher: RequestMatcher, words: String) async {
        stubs.on(matcher, .status(200))
        let error = await #expect(throws: TalynError.self) { try await github.request(.open(title: "Slow")) }
        let description = error?.description ?? ""
        #expect(description.contains("but \(words)."), "\(description)")
    }

    @Test(arguments: [RequestMatcher.query("appid", "other"), .json("other", atKeyPath: "appid")])
    func credentialThatTheCallDeclaresIsNotShown(matcher: RequestMatcher) async throws {
        stubs.on(.post("/weather") && matcher, .status(200))
        var declared = OutgoingRequest(url: try #require(URL(string: "https://a.example/weather?appid=s3cr3t")))
        declared.method = .post
        declared.body = HTTPBody(Data(#"{"appid": "s3cr3t"}"#.utf8))
        declared.credentialNames = ["appid"]
        let request = declared
        let error = await #expect(throws: StubFailure.self) { _ = try await stubs.send(request) }
        let text = error?.description ?? ""
        #expect(text.contains("appid=…") && !text.contains("s3cr3t"), "\(text)")
    }

    @Test func twoStubsForACallAreAFailureThatNamesBoth() async throws {
        let first = stubs.on(.get("/users/{name}"), .status(200))
        let second = stubs.on(.get("/users/ada"), .status(404))
        let error = await #expect(throws: TalynError.self) { try await github.request(.user("ada")) }
        let failure = try #require(error?.underlyingError as? StubFailure)
        #expect(failure.kind == .ambiguous)
        for place in [first.place, second.place] { #expect(failure.description.contains("\(try #require(place))")) }
    }

    @Test func stubWinsOverAFallback() async throws {
        stubs.fallback(.get("/users/{name}"), .json(Login(login: "anybody")))
        stubs.on(.target(Hub.user("ada")), .json(Login(login: "ada")))
        #expect(try await github.request(.user("ada"), as: Login.self).login == "ada")
        #expect(try await github.request(.user("grace"), as: Login.self).login == "anybody")
        #expect(stubs.failures.isEmpty)
    }

    @Test func fallbackCanMakeItsAnswer() async throws {
        let fallback = stubs.fallback(.get("/users/{name}")) { .json(["login": $0.pathParameters["name"]]) }
        stubs.on(.target(Hub.user("ada")), .json(Login(login: "Ada")))
        #expect(try await github.request(.user("ada"), as: Login.self).login == "Ada")
        #expect(try await github.request(.user("grace"), as: Login.self).login == "grace")
        #expect(stubs.requests(to: fallback).count == 1)
        stubs.fallback(.post("/issues")) { _ in .status(201) }
        stubs.end { _ in Issue.record("A fallback may stay unused.") }
    }

    @Test func callsAreMadeInOrder() async throws {
        let stubs = StubSet(inOrder: true)
        let github = Provider<Hub>(transport: stubs)
        stubs.on(.target(Hub.zen), .text("a"))
        stubs.on(.target(Hub.user("ada")), .sample)
        let error = await #expect(throws: TalynError.self) { try await github.request(.user("ada")) }
        #expect((error?.underlyingError as? StubFailure)?.kind == .outOfOrder)
        _ = try await github.request(.zen)
        #expect(try await github.request(.user("ada"), as: Login.self).login == "ada")
    }

    @Test func sentRequestsCanBeAskedFor() async throws {
        let stub = stubs.on(.post("/issues"), .status(201), times: .any)
        stubs.fallback(.any, .status(200))
        _ = try await github.request(.open(title: "Slow"))
        _ = try await github.request(.signIn(user: "ada", password: "p w"))
        _ = try await github.request(.upload(Data(repeating: 7, count: 95)))
        #expect(try stubs.requests(to: stub).map { try $0.decode([String: String].self) } == [["title": "Slow"]])
        #expect(stubs.requests.map(\.method) == [.post, .post, .put])
        #expect(stubs.requests(.form("password", "p w")).count == 1)
        #expect(stubs.requests.last?.body == Data(repeating: 7, count: 95))
        #expect(stubs.requests[1].form.map(\.name).sorted() == ["password", "user"])
        #expect(stubs.requests[1].form["password"] == "p w")
        #expect(stubs.requests[1].parts.isEmpty)
    }

    @Test func queryIsAskedByName() async throws {
        stubs.on(.any, .status(200))
        let options = RequestOptions {
            $0.url = URL(string: "https://api.github.com/search?page=2&tag=a&tag=b%20c&flag")
        }
        _ = try await github.request(.zen, options: options)
        let query = try #require(stubs.requests.first).query
        #expect(query["page"] == "2" && query["tag"] == "a" && query["flag"] == nil && query["other"] == nil)
        #expect(query.values(named: "tag") == ["a", "b c"])
        #expect(query.map(\.name) == ["page", "tag", "tag", "flag"])
    }

    @Test func partsOfAMultipartBodyAreAskedByName() async throws {
        struct Form: TargetType {
            var baseURL: URL { URL(string: "https://api.github.com")! }
            var path: RequestPath { "/avatars" }
            var method: HTTPRequest.Method { .post }
            var body: RequestBody {
                .multipart([
                    MultipartPart(Data(#"{"login": "ada"}"#.utf8), name: "user", contentType: "application/json"),
                    MultipartPart(
                        Data([0, 13, 10, 255]),
                        name: "avatar",
                        fileName: #"a "b".png"#,
                        contentType: "image/png"
                    ),
                ])
            }
        }
        stubs.on(.post("/avatars"), .status(204))
        _ = try await Provider<Form>(transport: stubs).request(Form())
        let parts = try #require(stubs.requests.first).parts
        #expect(parts.map(\.name) == ["user", "avatar"])
        #expect(try parts["user"]?.decode([String: String].self) == ["login": "ada"])
        #expect(parts["user"]?.contentType == "application/json" && parts["user"]?.fileName == nil)
        #expect(parts["avatar"]?.fileName == #"a "b".png"#)
        #expect(parts["avatar"]?.body == Data([0, 13, 10, 255]))
        #expect(parts["avatar"]?.text == nil && parts["other"] == nil)
    }

    @Test func redirectIsFollowedAsOverTheNetwork() async throws {
        stubs.on(.get("/zen"), .status(302, headerFields: [.location: "/wisdom"]))
        stubs.on(.get("/wisdom"), .text("a"))
        let response = try await github.request(.zen)
        #expect(try response.decode(String.self) == "a")
        #expect(response.url?.path == "/wisdom")
        #expect(stubs.failures.isEmpty)
    }

    @Test func failureReachesTheCallerAsATransports() async {
        stubs.on(.target(Hub.zen), .failure(.cannotConnect))
        let error = await #expect(throws: TalynError.self) { try await github.request(.zen) }
        #expect(error?.isConnectionFailure == true)
        #expect(error?.transportError?.origin?.description == "https://api.github.com:443")
        #expect(error?.metrics?.isStubbed == true)
    }

    @Test func answersOfEveryKindArrive() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        try Data(#"{"login": "file"}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        stubs.on(
            .get("/users/{name}"),
            .json(Login(login: "json")),
            .json(text: #"{"login": "text"}"#),
            .file(file),
            .data(Data(#"{"login": "data"}"#.utf8), contentType: "application/json").adding(.eTag, "\"1\""),
            .sample,
            .answer { _ in .json(Login(login: "closure")) }
        )
        var logins: [String] = []
        var fields = HTTPFields()
        for _ in 0..<6 {
            let response = try await github.request(.user("sample"))
            logins.append(try response.decode(Login.self).login)
            if let tag = response.headerFields[.eTag] { fields[.eTag] = tag }
        }
        #expect(logins == ["json", "text", "file", "data", "sample", "closure"])
        #expect(fields[.eTag] == "\"1\"")
        stubs.on(.post("/issues"), .echo)
        let echo = try await github.request(.open(title: "Slow"))
        #expect(try echo.decode([String: String].self) == ["title": "Slow"])
        #expect(echo.headerFields[.contentType] == "application/json")
    }

    @Test func streamsAndDownloadsAreStubbedToo() async throws {
        stubs.on(.target(Hub.zen), .text("a\nb\n"), times: .exactly(2))
        var lines: [String] = []
        for try await line in github.stream(.zen).lines { lines.append(line) }
        #expect(lines == ["a", "b"])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await github.download(.zen, to: DownloadDestination(file)).response()
        #expect(try Data(contentsOf: file) == Data("a\nb\n".utf8))
    }

    @Test func redirectOfATargetIsAnsweredByItsOwnRequest() async throws {
        stubs.on(.target(Hub.zen), .status(302, headerFields: [.location: "/wisdom"]))
        stubs.on(.get("/wisdom"), .text("a"))
        #expect(try await github.request(.zen, as: String.self) == "a")
        #expect(stubs.failures.isEmpty)
    }

    @Test func stubOfAnotherSetHasNoRequestsHere() async throws {
        let other = StubSet().on(.any, .status(200))
        stubs.on(.any, .status(200))
        _ = try await github.request(.zen)
        #expect(stubs.requests(to: other).isEmpty)
    }

    @Test func orderIsAskedForLater() async throws {
        stubs.on(.target(Hub.user("ada")), .sample)
        stubs.on(.target(Hub.zen), .text("a"))
        stubs.inOrder = true
        let error = await #expect(throws: TalynError.self) { try await github.request(.zen) }
        #expect((error?.underlyingError as? StubFailure)?.kind == .outOfOrder)
    }

    /// As the end of a test in any framework.
    @Test func endReportsFailuresOnceAndThenEachFurtherOne() async {
        let texts = Locked<[StubFailure.Kind]>([])
        _ = try? await github.request(.zen)
        stubs.on(.target(Hub.user("ada")), .sample)
        // The stub without a call is left out: the failed call may have been the way to it.
        stubs.end { failure in texts.withLock { $0.append(failure.kind) } }
        #expect(texts.withLock(\.self) == [.unstubbed])
        _ = try? await github.request(.zen)
        #expect(texts.withLock(\.self) == [.unstubbed, .unstubbed])
    }

    @Test func aStubKnowsItsPlaceInTheSource() throws {
        let place = try #require(stubs.on(.any, .status(200)).place)
        #expect("\(place.fileID)" == #fileID && place.line == #line - 1)
        #expect(place.filePath.map { "\($0)" } == #filePath && place.column > 1)
        #expect("\(place)" == "StubSetTests.swift:\(place.line)")
    }
}
