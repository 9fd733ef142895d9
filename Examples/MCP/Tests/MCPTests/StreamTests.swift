import Foundation
import Talyn
import TalynOpenAPIRuntime
import TalynTesting
import Testing

@testable import MCP

@Suite(.stubs) struct StreamTests {
    private var stubs: StubSet { .current }

    private let done = event("9", #""id":2,"result":{"content":[{"type":"text","text":"done"}]}"#)

    private func progress(_ id: String, _ number: Int) -> String {
        event(id, #""method":"notifications/progress","params":{"progressToken":2,"progress":\#(number),"total":3}"#)
    }

    // MARK: - Responses

    @Test func streamGivesProgressNotificationsAndTheResult() async throws {
        stubs.startSessions("one")
        let log = event("", #""method":"notifications/message","params":{"data":"hello"}"#)
        let foreign = event("", #""id":7,"result":{}"#)
        stubs.on(rpc("tools/call"), events("id: 0\ndata:\n\n", progress("1", 1), log, foreign, progress("2", 2), done))
        let (steps, notifications) = (Received<MCPProgress>(), Received<String>())
        let client = MCPClient(
            endpoint,
            onNotification: { notifications.append("\($0) \($1["data"]?.string ?? "")") }
        )
        let result = try await client.call("count") { steps.append($0) }
        #expect(result.text == "done")
        #expect(await steps.first(2).map(\.progress) == [1, 2])
        #expect(await notifications.first(1) == ["notifications/message hello"])
    }

    @Test func errorOfTheServerIsThrown() async throws {
        stubs.startSessions("one")
        stubs.on(
            rpc("ping"),
            .json(text: #"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"No such method"}}"#),
            events(event("", #""error":{"code":-32600,"message":"Unreadable"}"#))
        )
        let client = MCPClient(endpoint)
        for (code, message) in [(-32601, "No such method"), (-32600, "Unreadable")] {
            let error = await #expect(throws: MCPError.self) { try await client.request("ping") }
            #expect(error?.description == "The server answered with error \(code): \(message)")
        }
    }

    @Test func requestsOfTheServerAreAnswered() async throws {
        stubs.startSessions("one")
        let requests = event("", #""id":"a","method":"ping""#) + event("", #""id":"b","method":"roots/list""#)
        stubs.on(rpc("tools/call"), events(requests, done))
        let answers = stubs.on(
            .post("/mcp") && !.json(2, atKeyPath: "id") && .header(.sessionID, "one")
                && .matching("answers") {
                    (try? $0.decode(Message.self).method) == nil
                },
            .status(202),
            times: .exactly(2)
        )
        _ = try await MCPClient(endpoint).call("count")
        let messages = try stubs.requests(to: answers).map { try $0.decode(Message.self) }
        #expect(messages.map(\.id) == ["a", "b"])
        #expect(messages.map(\.error?.code) == [nil, -32601])
        #expect(messages[0].result == [:])
    }

    @Test func errorInTheBodyOfARefusalIsThrown() async throws {
        stubs.startSessions("one")
        let text = #"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"No such tool"}}"#
        stubs.on(rpc("tools/call"), .json(text: text, statusCode: 400))
        let error = await #expect(throws: MCPError.self) { try await MCPClient(endpoint).call("count") }
        #expect(error?.description == "The server answered with error -32602: No such tool")
    }

    @Test(arguments: [answer(7, "{}"), events("data: {\n\n")])
    func responseThatCannotBeUsedIsNamed(_ response: StubAnswer) async throws {
        stubs.startSessions("one")
        stubs.on(rpc("tools/call"), response)
        let error = await #expect(throws: MCPError.self) { try await MCPClient(endpoint).call("count") }
        #expect(error?.description.contains("is invalid") == true)
    }

    @Test func membersOfTheCallerStayBesideTheTokenOfTheProgress() async throws {
        stubs.startSessions("one")
        let ping = stubs.on(rpc("ping"), answer(2, "{}"))
        _ = try await MCPClient(endpoint).request("ping", ["_meta": ["trace": "t"]]) { _ in }
        let params = try stubs.requests(to: ping).map { try $0.decode(Message.self).params }
        #expect(params == [["_meta": ["trace": "t", "progressToken": 2]]])
    }

    @Test func serverThatTakesNoAnswerDoesNotDelayTheResult() async throws {
        stubs.startSessions("one")
        stubs.on(rpc("tools/call"), events(event("", #""id":"a","method":"ping""#), done))
        stubs.on(
            .post("/mcp") && .json("a", atKeyPath: "id"),
            .status(202).with(FaultScript(.latency(.seconds(200))))
        )
        let clock = try #require(Provider<MCPRequest>().clock as? VirtualClock)
        let start = clock.now
        #expect(try await MCPClient(endpoint).call("count").text == "done")
        #expect(start.duration(to: clock.now) <= .seconds(5))
    }

    @Test func streamThatStartsASessionBelongsToIt() async throws {
        let first = events(event("1", #""id":"a","method":"ping""#), ending: .breaksOff).adding(.sessionID, "one")
        stubs.on(rpc("initialize"), first)
        let pong = stubs.on(.post("/mcp") && .json("a", atKeyPath: "id"), .status(202), times: .once)
        let rest = stubs.on(.get("/mcp"), events(event("2", #""id":1,"result":\#(server)"#)), times: .once)
        stubs.on(rpc("notifications/initialized"), .status(202))
        try await MCPClient(endpoint).connect()
        #expect((stubs.requests(to: pong) + stubs.requests(to: rest)).map(\.sessionID) == ["one", "one"])
    }

    // MARK: - Resumption

    @Test func streamThatBreaksOffIsResumedByGET() async throws {
        stubs.startSessions("one")
        let call = stubs.on(rpc("tools/call"), events(progress("1", 1), ending: .breaksOff), times: .once)
        let resumption = stubs.on(
            .get("/mcp"),
            events("retry: 7000\n\n", progress("2", 2)),
            events(done)
        )
        let steps = Received<MCPProgress>()
        let result = try await MCPClient(endpoint).call("count") { steps.append($0) }
        #expect(result.text == "done")
        #expect(await steps.first(2).map(\.progress) == [1, 2])
        #expect(stubs.requests(to: call).map(\.lastEventID) == [nil])
        #expect(stubs.requests(to: resumption).map(\.lastEventID) == ["1", "2"])
        #expect(stubs.requests(to: resumption).map(\.sessionID) == ["one", "one"])
        #expect(
            stubs.requests(to: resumption).map { $0.headerFields[.protocolVersion] } == ["2025-11-25", "2025-11-25"]
        )
    }

    /// A server can close each connection, and set the pause before the next one.
    @Test func streamThatTheServerClosesIsResumedAfterThePauseThatItSets() async throws {
        stubs.startSessions("one")
        stubs.on(rpc("tools/call"), events("id: 1\nretry: 20000\ndata: \n\n"))
        stubs.on(.get("/mcp"), events(done))
        let client = MCPClient(endpoint)
        try await client.connect()
        let clock = try #require(Provider<MCPRequest>().clock as? VirtualClock)
        let start = clock.now
        #expect(try await client.call("count").text == "done")
        // With a jitter of at most its half.
        #expect((.seconds(20) ... .seconds(30)).contains(start.duration(to: clock.now)))
    }

    @Test func resumptionSurvivesAServerThatIsAwayForAMoment() async throws {
        stubs.startSessions("one")
        stubs.on(rpc("tools/call"), events(progress("1", 1), ending: .breaksOff), times: .once)
        stubs.on(.get("/mcp"), .failure(.cannotConnect), .status(503), events(done))
        #expect(try await MCPClient(endpoint).call("count").text == "done")
    }

    @Test(arguments: [404, 405])
    func requestIsNotSentTwiceIfItsStreamCannotBeResumed(status: Int) async throws {
        stubs.startSessions("one")
        stubs.on(rpc("tools/call"), events(progress("1", 1), ending: .breaksOff), times: .once)
        stubs.on(.get("/mcp"), .status(status), times: .once)
        let error = await #expect(throws: MCPError.self) { try await MCPClient(endpoint).call("count") }
        #expect(error?.description.contains("The server may have processed it.") == true)
    }

    @Test(arguments: [true, false])
    func streamWithoutAnIDIsNotResumed(breaksOff: Bool) async throws {
        stubs.startSessions("one")
        stubs.on(rpc("tools/call"), events(progress("", 1), ending: breaksOff ? .breaksOff : .whole), times: .once)
        await #expect(throws: MCPError.self) { try await MCPClient(endpoint).call("count") }
    }

    // MARK: - Cancellation

    private func cancellations() -> Stub { stubs.on(rpc("notifications/cancelled"), .status(202), times: .once) }

    @Test func cancelledRequestIsCancelledAtTheServer() async throws {
        stubs.startSessions("one")
        let notification = cancellations()
        let step = progress("1", 1)
        stubs.on(
            rpc("tools/call"),
            events(step, ending: .hangs)
        )
        let steps = Received<MCPProgress>()
        let client = MCPClient(endpoint)
        let task = Task { try await client.call("wait") { steps.append($0) } }
        _ = await steps.first(1)
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
        let params = try stubs.requests(to: notification).map { try $0.decode(Message.self).params?["requestId"] }
        #expect(params == [2])
    }

    @Test func requestThatTakesTooLongIsCancelledAtTheServer() async throws {
        stubs.startSessions("one")
        let notification = cancellations()
        stubs.on(
            rpc("tools/call"),
            events(ending: .hangs)
        )
        let client = MCPClient(endpoint)
        let error = await #expect(throws: TalynError.self) { try await client.call("wait", timeout: .seconds(20)) }
        #expect(error?.isTimedOut == true)
        #expect(stubs.requests(to: notification).count == 1)
    }

    @Test func timeoutOfACallCanBeLongerThanThatOfTheClient() async throws {
        stubs.startSessions("one")
        stubs.on(rpc("tools/call"), answer(2, #"{"content":[]}"#).with(FaultScript(.latency(.seconds(40)))))
        let client = MCPClient(endpoint, timeout: .seconds(20))
        _ = try await client.call("wait", timeout: .seconds(60))
    }

    @Test func initializeIsNeverCancelled() async throws {
        stubs.on(
            rpc("initialize"),
            events(ending: .hangs)
        )
        await #expect(throws: TalynError.self) { try await MCPClient(endpoint, timeout: .seconds(20)).connect() }
    }

    // MARK: - The stream of the session

    @Test func listenerGetsNotificationsAndResumesItsOwnStream() async throws {
        stubs.startSessions("one")
        let changed = event("stream-1", #""method":"notifications/tools/list_changed""#)
        let streams = stubs.on(.get("/mcp"), events(changed), .status(204))
        // The ID of another stream must not get into this one.
        stubs.on(rpc("tools/call"), events(progress("call-1", 1), done))
        let notifications = Received<String>()
        let client = MCPClient(endpoint, onNotification: { method, _ in notifications.append(method) })
        _ = try await client.call("count")
        try await client.listen()
        #expect(await notifications.first(1) == ["notifications/tools/list_changed"])
        #expect(stubs.requests(to: streams).map(\.lastEventID) == [nil, "stream-1"])
    }

    @Test func listenerNamesItsMistake() async throws {
        stubs.startSessions("one")
        stubs.on(.get("/mcp"), .status(400), times: .once)
        let error = await #expect(throws: TalynError.self) { try await MCPClient(endpoint).listen() }
        #expect(error?.statusCode == 400)
    }

    @Test(arguments: [true, false])
    func listenerSignsIn(helps: Bool) async throws {
        struct Token: RequestAdapter {
            func adapt(_ request: inout OutgoingRequest, context: CallContext) {
                request.headerFields[.authorization] = "Bearer token"
            }
        }
        stubs.startSessions("one")
        stubs.on(.get("/mcp"), times: .exactly(2)) { request in
            helps && request.headerFields[.authorization] != nil ? .status(204) : .status(401)
        }
        stubs.on(rpc("ping"), times: .any) { request in
            guard request.headerFields[.authorization] != nil else { return .status(401) }
            return answer(Int(try request.decode(Message.self).number), "{}")
        }
        let client = MCPClient(endpoint, signIn: { _, _ in Token() })
        if helps { return try await client.listen() }
        let error = await #expect(throws: TalynError.self) { try await client.listen() }
        #expect(error?.statusCode == 401)
    }

    @Test(arguments: [400, 404, 405, 501])
    func serverWithoutAStreamIsNoFailure(status: Int) async throws {
        stubs.startSessions(status == 400 ? nil : "one")
        stubs.on(.get("/mcp"), .status(status), times: .once)
        if status == 404 { stubs.on(rpc("ping"), answer(2, "{}")) }
        try await MCPClient(endpoint).listen()
    }

    @Test func listenerFollowsIntoTheNextSession() async throws {
        stubs.startSessions("one", "two")
        let streams = stubs.on(.get("/mcp"), events(""), .status(404), .status(204))
        stubs.on(rpc("ping"), times: .exactly(2)) { request in
            request.sessionID == "one" ? .status(404) : answer(Int(try request.decode(Message.self).number), "{}")
        }
        try await MCPClient(endpoint).listen()
        #expect(stubs.requests(to: streams).map(\.sessionID) == ["one", "one", "two"])
    }
}
