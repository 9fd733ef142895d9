import Foundation
import Talyn
import TalynAuth
import TalynOpenAPIRuntime
import TalynTesting
import Testing

@testable import MCP

@Suite(.stubs) struct SessionTests {
    private var stubs: StubSet { .current }

    @Test func requestsNameSessionAndVersionAfterTheFirst() async throws {
        stubs.startSessions("one")
        let ping = stubs.on(rpc("ping"), answer(2, "{}"))
        _ = try await MCPClient(endpoint).request("ping")
        let first = try #require(stubs.requests(rpc("initialize")).first)
        #expect(first.sessionID == nil)
        #expect(first.headerFields[.protocolVersion] == nil)
        let others = stubs.requests(rpc("notifications/initialized")) + stubs.requests(to: ping)
        #expect(others.map(\.sessionID) == ["one", "one"])
        #expect(others.map { $0.headerFields[.protocolVersion] } == ["2025-11-25", "2025-11-25"])
        #expect(others.map { $0.headerFields[.accept] }.allSatisfy { $0 == "application/json, text/event-stream" })
    }

    @Test func serverWithoutSessionsWorks() async throws {
        stubs.startSessions(nil)
        stubs.on(rpc("ping"), answer(2, "{}"))
        stubs.on(rpc("tools/list"), .status(404))
        let client = MCPClient(endpoint)
        _ = try await client.request("ping")
        // There is no session that could have ended.
        let error = await #expect(throws: TalynError.self) { try await client.tools() }
        #expect(error?.statusCode == 404)
        await client.close()
    }

    @Test func unknownVersionIsRefused() async throws {
        let old = server.replacingOccurrences(of: "2025-11-25", with: "2024-11-05")
        stubs.on(rpc("initialize"), answer(1, old))
        let error = await #expect(throws: MCPError.self) { try await MCPClient(endpoint).connect() }
        guard case .unsupportedVersion("2024-11-05") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [true, false])
    func sessionThatCannotBeUsedIsEnded(hasOldVersion: Bool) async throws {
        let description = hasOldVersion ? server.replacingOccurrences(of: "2025-11-25", with: "2024-11-05") : server
        stubs.on(rpc("initialize"), answer(1, description).adding(.sessionID, "one"))
        if !hasOldVersion { stubs.on(rpc("notifications/initialized"), .status(500)) }
        let end = stubs.on(.delete("/mcp"), .status(200), times: .once)
        await #expect(throws: (any Error).self) { try await MCPClient(endpoint).connect() }
        #expect(stubs.requests(to: end).map(\.sessionID) == ["one"])
    }

    @Test func sessionThatEndedIsReplacedAndTheRefusedRequestRepeated() async throws {
        stubs.startSessions("one", "two")
        let calls = stubs.on(rpc("tools/call"), times: .exactly(4)) { request in
            guard request.sessionID == "two" else { return .status(404) }
            return answer(Int(try request.decode(Message.self).number), #"{"content":[]}"#)
        }
        let client = MCPClient(endpoint)
        try await client.connect()
        // Both find that the session has ended. One of them starts the next.
        async let first = client.call("first")
        async let second = client.call("second")
        _ = try await (first, second)
        #expect(stubs.requests(to: calls).map(\.sessionID).sorted { $0! < $1! } == ["one", "one", "two", "two"])
        #expect(stubs.requests(rpc("initialize")).allSatisfy { $0.sessionID == nil })
    }

    @Test func serverThatForgetsEachSessionFailsTheRequest() async throws {
        stubs.startSessions("one", "two", "three")
        stubs.on(rpc("ping"), .status(404), times: .exactly(3))
        let error = await #expect(throws: TalynError.self) { try await MCPClient(endpoint).request("ping") }
        #expect(error?.statusCode == 404)
    }

    @Test(arguments: [200, 404, 405, 500])
    func closeEndsTheSession(status: Int) async throws {
        stubs.startSessions("one")
        let end = stubs.on(.delete("/mcp"), .status(status), times: status == 500 ? .any : .once)
        let client = MCPClient(endpoint)
        try await client.connect()
        await client.close()
        await client.close()
        // RetryPlugin repeats a DELETE after status 500.
        #expect(Set(stubs.requests(to: end).map(\.sessionID)) == ["one"])
    }

    @Test func closeDoesNotWaitForAServerThatHangs() async throws {
        stubs.startSessions("one")
        stubs.on(.delete("/mcp"), .status(200).with(FaultScript(.latency(.seconds(200)))))
        let client = MCPClient(endpoint)
        try await client.connect()
        let clock = try #require(Provider<MCPRequest>().clock as? VirtualClock)
        let start = clock.now
        await client.close()
        #expect(start.duration(to: clock.now) <= .seconds(5))
    }

    private func expectClosed(_ request: () async throws -> Void) async {
        let error = await #expect(throws: MCPError.self) { try await request() }
        guard case .closed? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func requestInFlightStartsNoSessionAfterTheEnd() async throws {
        stubs.startSessions("one")
        let client = MCPClient(endpoint)
        stubs.on(.delete("/mcp"), .status(200), times: .once)
        stubs.on(rpc("tools/call"), times: .once) { _ in
            await client.close()
            return .status(404)
        }
        await expectClosed { _ = try await client.call("add") }
        await expectClosed { try await client.connect() }
    }

    @Test func sessionThatStartsDuringTheEndIsEnded() async throws {
        let client = MCPClient(endpoint)
        stubs.on(rpc("initialize"), times: .once) { _ in
            await client.close()
            return answer(1, server).adding(.sessionID, "one")
        }
        stubs.on(rpc("notifications/initialized"), .status(202))
        let end = stubs.on(.delete("/mcp"), .status(200), times: .once)
        await expectClosed { try await client.connect() }
        #expect(stubs.requests(to: end).map(\.sessionID) == ["one"])
    }

    @Test func listenerStartsNoSessionAfterTheEnd() async throws {
        stubs.startSessions("one")
        let client = MCPClient(endpoint)
        let count = Count()
        stubs.on(.delete("/mcp"), .status(200), times: .once)
        stubs.on(.get("/mcp"), times: .exactly(2)) { _ in
            if await count.next() == 0 { return events("") }
            await client.close()
            return .status(404)
        }
        try await client.listen()
    }

    @Test func dumpHasNoSession() async throws {
        stubs.startSessions("secret-session")
        let client = MCPClient(endpoint)
        try await client.connect()
        var text = ""
        dump(client, to: &text)
        dump(try await client.session(), to: &text)
        #expect(text.contains("2025-11-25"))
        #expect(!text.contains("secret-session"))
    }

    @Test(arguments: [("a\u{1B}[2J\u{9B}31mb\r\u{7}", "a[2J31mb"), ("one\ntwo\tthree ü 👩‍👧", "one\ntwo\tthree ü 👩‍👧")])
    func textOfAServerControlsNoTerminal(text: String, shown: String) {
        #expect(text.inTerminal == shown)
    }

    @Test func sessionStaysWithTheOriginAndOutOfTexts() async throws {
        stubs.startSessions("secret-session")
        stubs.on(
            rpc("ping") && .host("tools.example.com"),
            .status(307, headerFields: [.location: "https://other.example.com/mcp"])
        )
        let other = stubs.on(.host("other.example.com"), .status(500))
        let error = await #expect(throws: TalynError.self) { try await MCPClient(endpoint).request("ping") }
        #expect(stubs.requests(to: other).map(\.sessionID) == [nil])
        #expect(!String(reflecting: error).contains("secret-session"))
    }

    @Test func allPagesOfToolsAreRead() async throws {
        stubs.startSessions("one")
        let tool = #"{"name":"NAME","inputSchema":{"type":"object"}}"#
        let list = stubs.on(
            rpc("tools/list"),
            answer(2, #"{"tools":[\#(tool)],"nextCursor":"more"}"#),
            answer(3, #"{"tools":[\#(tool)]}"#)
        )
        #expect(try await MCPClient(endpoint).tools().count == 2)
        let params = try stubs.requests(to: list).map { try $0.decode(Message.self).params }
        #expect(params == [nil, ["cursor": "more"]])
    }

    @Test func listOfToolsHasAnEnd() async throws {
        stubs.startSessions("one")
        stubs.on(rpc("tools/list"), times: .exactly(100)) { request in
            answer(Int(try request.decode(Message.self).number), #"{"tools":[],"nextCursor":"again"}"#)
        }
        await #expect(throws: MCPError.self) { try await MCPClient(endpoint).tools() }
    }

    // MARK: - Sign-in

    /// The authorization server has another host. Only the root names it, as the challenge says.
    @Test func refusedRequestLeadsToASignIn() async throws {
        let challenge =
            #"Bearer resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource", scope="use""#
        stubs.on(rpc("initialize"), times: .exactly(2)) { request in
            guard request.headerFields[.authorization] == "Bearer token" else {
                return .status(401, headerFields: [.wwwAuthenticate: challenge])
            }
            return answer(1, server)
        }
        stubs.on(rpc("notifications/initialized") && .header(.authorization, "Bearer token"), .status(202))
        stubs.on(rpc("ping") && .header(.authorization, "Bearer token"), answer(2, "{}"), times: .exactly(1))
        stubs.describeAuthorization()
        stubs.on(.post("/register"), .json(["client_id": "registered"], statusCode: 201))
        let token = stubs.on(.post("/token"), .json(["access_token": "token", "token_type": "Bearer"]))
        let client = MCPClient(endpoint, signIn: { OAuthPlugin(try await signIn(at: $0, after: $1.response)) })
        _ = try await client.request("ping")
        let form = try #require(stubs.requests(to: token).first).form
        #expect(form["resource"] == endpoint.absoluteString)
        #expect(form["client_id"] == "registered")
    }

    @Test func refusalWithoutASignInIsTheError() async throws {
        stubs.on(rpc("initialize"), .status(401), times: .once)
        let error = await #expect(throws: TalynError.self) { try await MCPClient(endpoint).connect() }
        #expect(error?.statusCode == 401)
    }
}
