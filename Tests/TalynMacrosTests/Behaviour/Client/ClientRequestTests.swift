#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing
import TestSupport

@Suite(.stubs) struct ClientRequestTests {
    private let client = ParametersClient()

    /// Method and path with the query, and the body, of what a call sends.
    private func sent(_ call: () async throws -> Response) async throws -> [String] {
        StubSet.current.fallback(.any, .status(200))
        _ = try await call()
        let request = try #require(StubSet.current.requests.last)
        let query = request.url.query.map { "?\($0)" } ?? ""
        let path = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
        let line = "\(request.method.rawValue) \(path)\(query)"
        return request.body.isEmpty ? [line] : [line, String(decoding: request.body, as: UTF8.self)]
    }

    private func field(_ name: String) -> String? {
        StubSet.current.requests.last?.headerFields[name]
    }

    @Test func pathAndQuery() async throws {
        #expect(try await sent { try await client.user(named: "a/b") } == ["GET /users/a%2Fb"])
        #expect(field("Accept") == "application/json")
        #expect(try await sent { try await client.odd(id: 5) } == ["GET /users/5"])
        #expect(try await sent { try await client.repositories(7) } == ["GET /users/7/repos?page=1"])
        #expect(
            try await sent { try await client.repositories(7, page: 2, sort: .best) }
                == ["GET /users/7/repos?page=2&sort=stars/desc"]
        )
        #expect(try await sent { try await client.search(text: "x y") } == ["GET /search?q=x%20y"])
        #expect(try await sent { try await client.search(text: "x", page: 3) } == ["GET /search?page=3&q=x"])
        #expect(try await sent { try await client.renamed(name: "ü") } == ["GET /users/%C3%BC"])
        #expect(
            try await sent { try await client.raw(path: "a/b%2Fc d", rev: 1) } == ["GET /a/b%2Fc%20d?kind=raw&rev=1"]
        )
        #expect(try await sent { try await client.default(in: "i", for: 2) } == ["GET /i?self=2"])
    }

    @Test func headerFields() async throws {
        #expect(try await sent { try await client.versioned(version: 2, token: "t") } == ["GET /versioned"])
        #expect(field("X-Version") == "2")
        #expect(field("token") == "t")
        #expect(try await sent { try await client.versioned(version: 3) } == ["GET /versioned"])
        #expect(field("token") == nil)
    }

    @Test func bodies() async throws {
        let draft = Draft(title: "T", firstAuthor: Author(fullName: "Ada"), labels: [], dueAt: nil)
        #expect(
            try await sent { try await client.draft(1, draft: draft, notify: true) }
                == ["POST /drafts/1?notify=true", #"{"firstAuthor":{"fullName":"Ada"},"labels":[],"title":"T"}"#]
        )
        #expect(
            try await sent { try await client.create(name: "Ada", age: nil, tags: ["a"]) }
                == ["POST /issues", #"{"full_name":"Ada","tags":["a"]}"#]
        )
        #expect(
            try await sent { try await client.login(user: "a b", password: "p&q") }
                == ["POST /login", "password=p%26q&user=a%20b"]
        )
        #expect(
            try await sent { try await client.provider(provider: "p", task: "t") }
                == ["POST /names", #"{"provider":"p","task":"t"}"#]
        )
        let file = URL(fileURLWithPath: #filePath)
        let content = try String(contentsOf: file, encoding: .utf8)
        #expect(try await sent { try await client.file(file: file) } == ["PUT /file", content])
    }

    @Test func parts() async throws {
        let sent = try await sent { try await client.document(file: Data("1".utf8), text: "two") }
        #expect(sent[0] == "POST /documents")
        #expect(
            sent[1].split(separator: "\r\n") == [
                "--b", #"Content-Disposition: form-data; name="file"; filename="a.txt""#, "Content-Type: text/plain",
                "1",
                "--b", #"Content-Disposition: form-data; name="alt""#, "two", "--b--",
            ]
        )
    }

    @Test func download() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        StubSet.current.on(.get("/archive"), .text("all of it"), .text("again"))
        _ = try await client.archive(from: 3, to: DownloadDestination(place))
        #expect(try String(contentsOf: place, encoding: .utf8) == "all of it")
        #expect(StubSet.current.requests.last?.url.query == "start=3")
        let again = DownloadDestination(place) { $0.replacesExistingFile = true }
        try await client.keep(in: again)
        #expect(try String(contentsOf: place, encoding: .utf8) == "again")
        let refused = await client.outcome(of: DownloadDestination(place))
        #expect(throws: TalynError.self) { try refused.get() }
    }

    @Test func downloadWithABody() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        StubSet.current.on(.post("/archive"), .text("all of it"))
        let transfer = client.backUp("n", page: 2, to: DownloadDestination(place))
        #expect(try await transfer.response().statusCode == 200)
        #expect(try String(contentsOf: place, encoding: .utf8) == "all of it")
        #expect(StubSet.current.requests.last?.url.query == "page=2")
        #expect(StubSet.current.requests.last?.text == #"{"name":"n"}"#)
    }

    @Test func functionsOfTheSameName() async throws {
        #expect(try await sent { try await client.overload(id: 1) } == ["GET /overloads/1"])
        #expect(try await sent { try await client.overload(named: "n", page: 2) } == ["GET /overloads/n?page=2"])
        #expect(try await sent { try await client.overload("m") } == ["GET /overloads/m"])
        let called = StubSet.current.requests(.targetCase("overloadNamedPage", of: ParametersClient.Target.self))
        #expect(called.count == 1)
    }

    @Test func membersWrittenByHandAreKept() async throws {
        StubSet.current.on(.targetCase("user", of: ParametersClient.Target.self), .status(200))
        StubSet.current.on(.get("/users/2/repos"), .status(204))
        #expect(try await client.both() == [200, 204])
        #expect(!client.isShared)
        #expect(EmptyClient().local() == 1)
    }

    @Test func clientsOfAllKinds() async throws {
        StubSet.current.on(.path("/zen"), .text("z"), times: .exactly(4))
        StubSet.current.on(.path("/api/zen"), .text("z"))
        StubSet.current.on(.path("/value"), .json(text: "[1]"), .json(text: "[[2]]"))
        #expect(try await RegionClient(region: "eu").zen() == "z")
        #expect(StubSet.current.requests.last?.url.host == "eu.example.com")
        #expect(try await HalfPublicClient(baseURL: Servers.staging).zen() == "z")
        #expect(try await RuntimeURLClient().zen() == "z")
        #expect(try await PublicClient().zen() == "z")
        #expect(try await privateClientCalls() == "z")
        #expect(try await PackageClient().zen() == "z")
        #expect(try await GenericClient<[Int]>().value() == [1])
        #expect(try await GenericClient<[Int]>().replace(value: [3]) == [[2]])
    }

    @Test func typesThatAreCalledLikeOurs() async throws {
        StubSet.current.on(.path("/a"), .json(text: #"{"response":"own"}"#))
        StubSet.current.on(.path("/b"), .json(text: #"{"data":"own"}"#))
        StubSet.current.on(.path("/c"), .json(text: #"{"text":"own"}"#))
        StubSet.current.on(.path("/d"), .text("real"))
        let client = ShadowClient()
        #expect(try await client.response().response == "own")
        #expect(try await client.data(data: .init()).data == "own")
        #expect(StubSet.current.requests.last?.text == #"{"data":"d"}"#)
        #expect(try await client.string().text == "own")
        #expect(try await client.real().decode(String.self) == "real")
    }
}
#endif
