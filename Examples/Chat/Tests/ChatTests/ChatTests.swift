#if Tools && (os(macOS) || os(Linux))
import Foundation
import Talyn
import TalynStubServer
import TestSupport
import Testing

@testable import Chat

/// The chat against a server that plays the forms of the services.
@Suite(.sockets) struct ChatTests {
    private static let paths: [Service: String] = [
        .completions: "/v1/chat/completions", .responses: "/v1/responses", .messages: "/v1/messages",
    ]

    static func events(_ text: String, _ fields: HTTPFields = [:]) -> StubAnswer {
        .text(text, contentType: "text/event-stream; charset=utf-8", headerFields: fields)
    }

    /// Runs a chat against a server with stubs.
    @available(Hummingbird, *)
    private func withChat<Result: Sendable>(
        _ service: Service,
        _ stubs: StubSet,
        _ body: @Sendable (Chat) async throws -> Result
    ) async throws -> Result {
        try await StubServer.withServer(serving: stubs) { url in
            try await body(Chat(service, model: "m-1", key: "sk-secret", baseURL: url))
        }
    }

    @available(Hummingbird, *)
    @Test(arguments: Service.allCases)
    func answerOfEachServiceIsShownAsItArrives(_ service: Service) async throws {
        let stubs = StubSet()
        let path = try #require(Self.paths[service])
        stubs.on(.post(path), Self.events(Recording.answer(of: service)))
        let parts = Recorder<String>()
        try await withChat(service, stubs) { chat in
            let usage = try await chat.send("Say hello") { parts.record($0) }
            #expect(usage == Usage(input: 9, output: 4))
            #expect(await chat.messages.map(\.content) == ["Say hello", "Hällo, world"])
        }
        #expect(parts.events == ["Hä", "llo, ", "world"])
        let requests = stubs.requests(.post(path))
        #expect(requests.count == 1)
        let name = service == .messages ? "x-api-key" : "authorization"
        let keys = requests[0].headerFields.filter { $0.value.contains("sk-secret") }.map(\.name.canonicalName)
        #expect(keys == [name])
    }

    @available(Hummingbird, *)
    @Test(arguments: Service.allCases)
    func answerThatIsCutOffIsAFailureAndIsPaidOnce(_ service: Service) async throws {
        let stubs = StubSet()
        let path = try #require(Self.paths[service])
        let lines = Recording.answer(of: service).components(separatedBy: "\n\n")
        stubs.on(.post(path), Self.events(lines.dropLast(2).joined(separator: "\n\n") + "\n\n"))
        try await withChat(service, stubs) { chat in
            let error = await #expect(throws: TalynError.self) { try await chat.send("Say hello") { _ in } }
            #expect(error?.reason == .body)
            #expect(await chat.messages.isEmpty)
            #expect(!"\(String(describing: error))".contains("sk-secret"))
        }
        #expect(stubs.requests(.post(path)).count == 1)
    }

    @available(Hummingbird, *)
    @Test(arguments: Service.allCases)
    func failureInTheMiddleOfAnAnswerIsThrown(_ service: Service) async throws {
        let stubs = StubSet()
        stubs.on(.post(try #require(Self.paths[service])), Self.events(Recording.failure(of: service)))
        try await withChat(service, stubs) { chat in
            let error = await #expect(throws: TalynError.self) { try await chat.send("Say hello") { _ in } }
            #expect(error?.failureOfService?.error.message == "Overloaded")
        }
    }

    @available(Hummingbird, *)
    @Test func refusedRequestIsRepeatedWhenTheServiceSays() async throws {
        let stubs = StubSet()
        let body = #"{"type":"error","error":{"type":"rate_limit_error","message":"Too many"}}"#
        let refusal = StubAnswer.json(text: body, statusCode: 429, headerFields: [.named("retry-after-ms"): "20"])
        stubs.on(.post("/v1/messages"), refusal, Self.events(Recording.answer(of: .messages)))
        try await withChat(.messages, stubs) { chat in
            let usage = try await chat.send("Say hello") { _ in }
            #expect(usage?.output == 4)
        }
        #expect(stubs.requests(.post("/v1/messages")).count == 2)
    }

    @available(Hummingbird, *)
    @Test func failureInTheBodyOfAResponseHasItsMessage() async throws {
        let stubs = StubSet()
        let body = #"{"type":"error","error":{"type":"authentication_error","message":"Wrong key"}}"#
        stubs.on(.post("/v1/messages"), .json(text: body, statusCode: 401))
        try await withChat(.messages, stubs) { chat in
            let error = await #expect(throws: TalynError.self) { try await chat.send("Say hello") { _ in } }
            #expect(error?.failureOfService?.error.message == "Wrong key")
        }
    }

    @available(Hummingbird, *)
    @Test(arguments: Service.allCases)
    func keyThatTheServerRepeatsIsMasked(_ service: Service) async throws {
        let stubs = StubSet()
        let body = #"{"error":{"message":"Incorrect key: sk-secret."}}"#
        stubs.on(.post(try #require(Self.paths[service])), .json(text: body, statusCode: 401))
        try await withChat(service, stubs) { chat in
            let error = await #expect(throws: TalynError.self) { try await chat.send("Say hello") { _ in } }
            #expect(error?.failureOfService?.error.message == "Incorrect key: ….")
        }
    }

    @available(Hummingbird, *)
    @Test(arguments: Service.allCases)
    func answerThatIsCutByItsLengthIsNamed(_ service: Service) async throws {
        let stubs = StubSet()
        let (whole, cut, reason) =
            switch service {
            case .completions: (#""stop""#, #""length""#, "length")
            case .responses:
                (
                    #"response.completed","response":{"#,
                    #"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"},"#,
                    "max_output_tokens"
                )
            case .messages: (#""end_turn""#, #""max_tokens""#, "max_tokens")
            }
        let text = Recording.answer(of: service).replacingOccurrences(of: whole, with: cut)
            .replacingOccurrences(of: "event: response.completed", with: "event: response.incomplete")
        stubs.on(.post(try #require(Self.paths[service])), Self.events(text))
        try await withChat(service, stubs) { chat in
            let usage = try await chat.send("Say hello") { _ in }
            #expect(usage == Usage(input: 9, output: 4, cutBy: reason))
        }
    }

    /// A gateway sends these. The service may have processed the request, and it may be paid.
    @available(Hummingbird, *)
    @Test(arguments: [500, 502, 503, 504])
    func requestThatMayHaveBeenProcessedIsNotRepeated(status: Int) async throws {
        let stubs = StubSet()
        stubs.on(.post("/v1/responses"), .status(status))
        try await withChat(.responses, stubs) { chat in
            let error = await #expect(throws: TalynError.self) { try await chat.send("Say hello") { _ in } }
            #expect(error?.statusCode == status)
        }
        #expect(stubs.requests(.post("/v1/responses")).count == 1)
    }

    #if os(Linux)
    /// The server closes the kept connection when the second request is there. It may have processed it.
    @Test func requestWithoutAnAnswerOnAKeptConnectionIsSentOnce() async throws {
        let fields = ["Content-Type": "text/event-stream"]
        let count = Watched(0)
        try await FaultServer.withServer(
            script: { _ in
                let isFirst = count.update { (count: inout Int) in
                    count += 1
                    return count == 1
                }
                return isFirst ? [.answer(200, fields, Recording.answer(of: .messages))] : [.close]
            },
            body: { server in
                let chat = Chat(.messages, model: "m-1", key: "sk-secret", baseURL: server.baseURL)
                _ = try await chat.send("Say hello") { _ in }
                let error = await #expect(throws: TalynError.self) { try await chat.send("Again") { _ in } }
                #expect(error?.transportError?.mayHaveBeenSent == true)
                #expect(server.requests.map(\.connection) == [0, 0])
                #expect(await chat.messages.count == 2)
            }
        )
    }
    #endif

    @available(Hummingbird, *)
    @Test func messageWithoutTextIsNotSent() async throws {
        let stubs = StubSet()
        try await withChat(.messages, stubs) { chat in
            let usage = try await chat.send(" \n") { _ in }
            #expect(usage == nil)
        }
        #expect(stubs.requests(.any).isEmpty)
    }

    /// The service would refuse the next request, since a message has no text.
    @available(Hummingbird, *)
    @Test func answerWithoutTextIsNotKept() async throws {
        let stubs = StubSet()
        let end = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
        stubs.on(.post("/v1/messages"), Self.events(end), Self.events(Recording.answer(of: .messages)))
        try await withChat(.messages, stubs) { chat in
            let usage = try await chat.send("Say nothing") { _ in }
            #expect(usage == Usage())
            #expect(await chat.messages.isEmpty)
            _ = try await chat.send("Say hello") { _ in }
            #expect(await chat.messages.map(\.content) == ["Say hello", "Hällo, world"])
        }
    }

    @Test(arguments: [
        (#"{"choices":[{"index":0,"delta":{"content":"a"}}],"usage":{"prompt_tokens":9,"completion_tokens":4}}"#, "a"),
        (#"{"choices":[{"index":0,"delta":{"content":""}}],"usage":{"prompt_tokens":9,"completion_tokens":4}}"#, ""),
        (#"{"choices":[{"index":0}],"usage":{"prompt_tokens":9,"completion_tokens":4}}"#, ""),
        (#"{"choices":[{"delta":{"refusal":"No"}}],"usage":{"prompt_tokens":9,"completion_tokens":4}}"#, "No"),
    ])
    func chunkOfAnotherServerHasItsTextAndUsage(data: String, text: String) throws {
        guard case .part(text, 9, 4, nil) = try event("message", data) else {
            Issue.record("\(try event("message", data))")
            return
        }
    }

    @Test func refusalOfTheModelIsText() throws {
        let data = #"{"type":"response.refusal.delta","output_index":0,"delta":"I can't"}"#
        guard case .part("I can't", nil, nil, nil) = try event("response.refusal.delta", data) else {
            Issue.record("\(try event("response.refusal.delta", data))")
            return
        }
    }

    private func event(_ type: String, _ data: String) throws -> Event {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try Event(event: ServerSentEvent(event: type, data: data), decoder: decoder)
    }

    @Test func keyIsInNoDump() {
        var text = ""
        dump(KeyPlugin(service: .messages, key: { "sk-secret" }), to: &text)
        dump(Chat(.messages, model: "m-1", key: "sk-secret"), to: &text)
        #expect(text.contains("KeyPlugin"))
        #expect(!text.contains("sk-secret"))
    }

    @available(Hummingbird, *)
    @Test func cancellingEndsTheAnswer() async throws {
        let stubs = StubSet()
        let silence = AsyncStream<Data>.makeStream()
        silence.continuation.yield(Data(Recording.answer(of: .completions).prefix(300).utf8))
        let fields: HTTPFields = [.contentType: "text/event-stream"]
        stubs.on(.post("/v1/chat/completions")) { _ in
            .response(statusCode: 200, headerFields: fields, body: HTTPBody(silence.stream))
        }
        try await withChat(.completions, stubs) { chat in
            let shown = AsyncStream<String>.makeStream()
            let answer = Task {
                do throws(TalynError) {
                    _ = try await chat.send("Say hello") { shown.continuation.yield($0) }
                    return false
                } catch {
                    return error.isCancelled
                }
            }
            for await _ in shown.stream { break }
            answer.cancel()
            #expect(await answer.value)
            #expect(await chat.messages.isEmpty)
        }
        silence.continuation.finish()
    }

    /// A model that reasons says nothing for long.
    @Test(arguments: [(119, false), (121, true)])
    func silenceOfMoreThanTwoMinutesIsAFailure(seconds: Int, isFailure: Bool) async throws {
        let stubs = StubSet()
        stubs.on(
            .post("/v1/messages"),
            Self.events(Recording.answer(of: .messages)).with(FaultScript(.latency(.seconds(seconds))))
        )
        let provider = Provider<Prompt>(transport: stubs)
        await withVirtualTime {
            do throws(TalynError) {
                for try await _ in provider.events(Self.prompt) {}
                #expect(!isFailure)
            } catch {
                #expect(isFailure && error.isTimedOut, "\(error)")
            }
        }
    }

    private static let prompt = Prompt(service: .messages, model: "m", messages: [])

    @Test(arguments: [429, 529])
    func refusedRequestIsTriedThreeTimes(status: Int) async throws {
        let stubs = StubSet()
        stubs.on(.post("/v1/messages"), .status(status))
        let provider = Provider<Prompt>(transport: stubs, plugins: [Chat.retry, Chat.limit()])
        await withVirtualTime {
            let error = await #expect(throws: TalynError.self) { try await provider.request(Self.prompt) }
            #expect(error?.statusCode == status)
        }
        #expect(stubs.requests(.any).count == 3)
    }

    @Test func refusalWithALongPauseIsTheError() async throws {
        let stubs = StubSet()
        let refusal = StubAnswer.status(429, headerFields: [.named("retry-after"): "99999999999999999999999"])
        stubs.on(.post("/v1/messages"), refusal)
        let provider = Provider<Prompt>(transport: stubs, plugins: [Chat.retry, Chat.limit()])
        let error = await #expect(throws: TalynError.self) { try await provider.request(Self.prompt) }
        #expect(error?.statusCode == 429)
        #expect(stubs.requests(.any).count == 1)
    }

    @Test(arguments: [
        ["x-ratelimit-remaining-tokens": "12", "x-ratelimit-reset-tokens": "1h0m0s"],
        ["anthropic-ratelimit-requests-remaining": "0", "anthropic-ratelimit-requests-reset": "2999-01-01T00:00:00Z"],
    ])
    func callThatWouldWaitTooLongFailsAtOnce(fields: [String: String]) async throws {
        let stubs = StubSet()
        var headerFields = HTTPFields()
        for (name, value) in fields { headerFields[try #require(HTTPField.Name(name))] = value }
        stubs.on(.post("/v1/messages"), Self.events("", headerFields))
        let provider = Provider<Prompt>(transport: stubs, plugins: [Chat.limit()])
        _ = try await provider.request(Self.prompt)
        let error = await #expect(throws: TalynError.self) { try await provider.request(Self.prompt) }
        #expect(error?.reason == .rejected)
        #expect(error?.rejectionError?.retryAfter ?? .zero > .seconds(3_000))
        #expect(stubs.requests(.any).count == 1)
    }
}
#endif
