import Foundation
import HTTPTypes
import Talyn
import TalynAuth
import TalynCache
import TalynStubs
import TestSupport
import Testing

/// Runs the examples of Recipes.md.
struct RecipeTests {
    private static let key = HTTPField.Name("Idempotency-Key")!

    @Test func outboxSurvivesARestartAndAMissingNetwork() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "outbox.json")
        let stubs = StubSet()
        let shop = Provider<Change>(transport: stubs)
        let order = stubs.on(.post("/orders"), .failure(.notConnected), .failure(.connectionLost), .status(201))
        let cancellation = stubs.on(.post("/orders/{order}/cancellation"), .status(204))

        let outbox = try Outbox(file: file, shop: shop)
        try await outbox.add(.order(item: 7, count: 2))
        try await outbox.add(.cancel(order: 3))
        let missing = await #expect(throws: TalynError.self) { try await outbox.send() }
        #expect(missing?.isConnectionFailure == true)

        // The server may have got the second request, so the key has to be that of the first.
        let restarted = try Outbox(file: file, shop: shop)
        await #expect(throws: TalynError.self) { try await restarted.send() }
        try await restarted.send()
        #expect(await restarted.lists.entries.isEmpty)
        #expect(try await Outbox(file: file, shop: shop).lists.entries.isEmpty)

        let sent = stubs.requests(to: order)
        #expect(sent.count == 3)
        #expect(Set(sent.compactMap { $0.headerFields[Self.key] }).count == 1)
        #expect(try sent.last?.decode([String: Int].self) == ["item": 7, "count": 2])
        let cancelled = try #require(stubs.requests(to: cancellation).first)
        #expect(cancelled.pathParameters["order"] == "3")
        #expect(cancelled.headerFields[Self.key] != sent.first?.headerFields[Self.key])
    }

    @Test(arguments: [400, 403, 404, 405, 410, 413, 415, 422])
    func outboxKeepsARefusedChangeAndGoesOn(status: Int) async throws {
        let directory = try TemporaryDirectory()
        let stubs = StubSet()
        stubs.on(.post("/orders"), .status(status))
        stubs.on(.post("/orders/{order}/cancellation"), .status(503), .status(204))
        let file = directory.url.appending(path: "outbox.json")
        let shop = Provider<Change>(transport: stubs)
        let outbox = try Outbox(file: file, shop: shop)
        try await outbox.add(.order(item: 7, count: 0))
        try await outbox.add(.cancel(order: 3))
        await #expect(throws: TalynError.self) { try await outbox.send() }
        #expect(await outbox.lists.refused.count == 1)
        #expect(await outbox.lists.entries.count == 1)
        let restarted = try Outbox(file: file, shop: shop)
        try await restarted.send()
        #expect(await restarted.lists.entries.isEmpty)
        #expect(await restarted.lists.refused.count == 1)
        try await restarted.removeRefused()
        #expect(try await Outbox(file: file, shop: shop).lists.refused.isEmpty)
    }

    @Test(arguments: [401, 408, 409, 425, 429, 500])
    func outboxKeepsAChangeThatCanSucceedLater(status: Int) async throws {
        let directory = try TemporaryDirectory()
        let stubs = StubSet()
        stubs.on(.post("/orders"), .status(status), .status(201))
        let outbox = try Outbox(
            file: directory.url.appending(path: "outbox.json"),
            shop: Provider(transport: stubs)
        )
        try await outbox.add(.order(item: 7, count: 0))
        await #expect(throws: TalynError.self) { try await outbox.send() }
        #expect(await outbox.lists.refused.isEmpty)
        #expect(await outbox.lists.entries.count == 1)
        try await outbox.send()
        #expect(await outbox.lists.entries.isEmpty)
    }

    @Test(arguments: [
        (nil, "shop.example.com"), ("production", "shop.example.com"), ("staging", "staging.shop.example.com"),
    ])
    func stageDecidesTheServer(name: String?, host: String) async throws {
        let stubs = StubSet()
        let calls = stubs.on(.any, .status(201))
        try await withSubstitute(stubs) {
            _ = try await RecipeExamples.stages(name).request(.order(item: 1, count: 1))
        }
        #expect(stubs.requests(to: calls).first?.url.host() == host)
    }

    /// Two providers with objects of their own share a folder as two processes do.
    @Test func processesShareTokensAndResponses() async throws {
        let directory = try TemporaryDirectory()
        let stubs = StubSet()
        let tokens = stubs.on(
            .post("/token"),
            .json(text: #"{"access_token":"t","token_type":"Bearer","expires_in":3600}"#)
        )
        let pages = stubs.on(.get("/zen"), .text("Keep it simple.", headerFields: [.cacheControl: "max-age=60"]))
        let users = stubs.on(.get("/users/{name}"), .json(["login": "ada"]))
        let server = AuthorizationServer(
            issuer: "https://login.example.com",
            tokenEndpoint: URL(string: "https://login.example.com/token")!
        )
        let client = OAuthClient(id: "shop", authentication: .basic(secret: "s"))
        try await withSubstitute(stubs) {
            for _ in 0..<2 {
                let github = try RecipeExamples.shared(in: directory.url, server, client, .clientCredentials)
                #expect(try await github.request(.zen, as: String.self) == "Keep it simple.")
                #expect(try await github.request(.user("ada"), as: Account.self).login == "ada")
            }
        }
        #expect(stubs.requests(to: tokens).count == 1)
        #expect(stubs.requests(to: pages).count == 1)
        #expect(stubs.requests(to: users).map { $0.headerFields[.authorization] } == ["Bearer t", "Bearer t"])
    }

    #if os(Linux) && AsyncHTTPClient && Crypto
    /// The error isn't one of the connection: no better network mends it.
    @Test func pinnedProviderRefusesAnotherServer() async throws {
        let key = TLSIdentity.elsewhere.keyHash
        let github = try RecipeExamples.pinned("localhost", key, key)
        try await FaultServer.withServer(identity: .localhost, script: { _ in [.answer()] }) { server in
            let options = RequestOptions { $0.url = server.baseURL }
            let error = await #expect(throws: TalynError.self) { try await github.request(.zen, options: options) }
            #expect(error?.isTLSFailure == true)
            #expect(error?.isConnectionFailure == false)
            #expect(server.requests.isEmpty)
        }
    }
    #endif

    @Test func uploadShowsItsProgressUpToTheEnd() async throws {
        let directory = try TemporaryDirectory()
        let video = try directory.file("video.mp4", String(repeating: "x", count: 100_000))
        let stubs = StubSet()
        stubs.on(.put("/files/{name}"), .status(201))
        var shown: [Double] = []
        let files = Provider<Files>(transport: stubs)
        let response = try await RecipeExamples().upload(video, with: files) { shown.append($0) }
        #expect(response?.statusCode == 201)
        #expect(shown.last == 1)
        #expect(shown == shown.sorted())
    }

    @Test func noMoreCallsRunThanTheLimitAllows() async throws {
        let running = Recorder<Int>()
        let names = (1...20).map { "user\($0)" }
        let stubs = StubSet()
        let count = Watched(0)
        stubs.on(.get("/users/{name}")) { request in
            let current = count.update { (running: inout Int) in
                running += 1
                return running
            }
            running.record(current)
            await Task.yield()
            count.update { $0 -= 1 }
            return .json(["login": request.pathParameters["name"]])
        }
        let accounts = try await withSubstitute(stubs) {
            try await RecipeExamples().accounts(names, from: RecipeExamples.limited())
        }
        #expect(accounts.mapValues(\.login) == Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
        #expect(running.events.count == 20)
        #expect(running.events.allSatisfy { $0 <= 4 })
    }
}
