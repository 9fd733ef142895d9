import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynURLSession

/// The same over real sockets.
@Suite(.serialized, .sockets) struct AuthenticationOverURLSessionTests {
    private typealias AuthPlugin = AuthenticationPlugin<TokenAuthenticator>

    /// Answers `/token` with the token, and everything else with 401 unless it has that.
    private static func script(_ token: String, isTaken: Bool = true) -> FaultServer.Script {
        { request in
            if request.target == "/token" { return [.answer(200, [:], token)] }
            let isRight = isTaken && request.header("Authorization") == ["Bearer \(token)"]
            return [.answer(isRight ? 200 : 401, isRight ? [:] : ["WWW-Authenticate": "Bearer"])]
        }
    }

    private static func provider(
        _ server: FaultServer,
        maximumRefreshes: Int = 5,
        clock: any Clock<Duration> = ManualClock()
    ) -> Provider<Probe> {
        let tokens = Provider<Probe>(transport: URLSessionTransport.shared)
        let plugin = AuthPlugin(
            TokenAuthenticator { _ in
                TestToken(text: try await tokens.request(Probe(server.baseURL, "/token"), as: String.self))
            },
            credential: TestToken(text: "old"),
            maximumRefreshes: maximumRefreshes,
            clock: clock
        )
        return Provider<Probe>(transport: URLSessionTransport.shared, plugins: [plugin])
    }

    private static func statuses(_ count: Int, _ provider: Provider<Probe>, _ server: FaultServer) async -> [String] {
        await withTaskGroup(of: String.self) { group in
            for index in 0..<count {
                group.addTask { await provider.result(Probe(server.baseURL, "/\(index)")).text }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func stormOfRefusalsCausesOneRefresh() async throws {
        try await FaultServer.withServer(script: Self.script("new")) { server in
            let statuses = await Self.statuses(100, Self.provider(server), server)
            #expect(statuses == Array(repeating: "200", count: 100))
            #expect(server.requests.filter { $0.target == "/token" }.count == 1)
            for index in 0..<100 {
                let sent = server.requests.filter { $0.target == "/\(index)" }.map { $0.header("Authorization") }
                #expect(sent == [["Bearer old"], ["Bearer new"]] || sent == [["Bearer new"]])
            }
        }
    }

    @Test func serverThatRefusesEveryTokenIsNotAskedForever() async throws {
        try await FaultServer.withServer(script: Self.script("new", isTaken: false)) { server in
            let provider = Self.provider(server, maximumRefreshes: 3)
            for _ in 0..<6 {
                let statuses = await Self.statuses(10, provider, server)
                #expect(Set(statuses).isSubset(of: ["401", "refused 401"]))
            }
            #expect(server.requests.filter { $0.target == "/token" }.count == 3)
            for index in 0..<10 { #expect(server.requests.filter { $0.target == "/\(index)" }.count <= 12) }
        }
    }

    @Test func repeatedRequestHasTheSameBody() async throws {
        try await FaultServer.withServer(script: Self.script("new")) { server in
            let body = Data.pattern(100_000)
            let response = try await Self.provider(server).request(Probe(server.baseURL, "/post", .post, body: body))
            #expect(response.statusCode == 200)
            let posts = server.requests.filter { $0.target == "/post" }
            #expect(posts.map(\.method) == ["POST", "POST"])
            #expect(posts.map { $0.header("Authorization") } == [["Bearer old"], ["Bearer new"]])
            #expect(posts.allSatisfy { $0.body == [UInt8](body) })
        }
    }
}
