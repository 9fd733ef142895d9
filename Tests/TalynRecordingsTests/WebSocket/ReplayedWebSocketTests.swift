import Foundation
import TalynCore
import TalynStubs
import TestSupport
import Testing
import _TalynSupport

@testable import TalynRecordings

struct ReplayedWebSocketTests {
    /// A server that answers each message, and closes after two.
    private static func recording(sending texts: [String] = ["a", "b"]) async throws -> Recording {
        try await Recording.ofConversation(sending: texts, readsAnswers: true) { conversation in
            for _ in texts { conversation.send("re: \(try await conversation.receive() ?? .text("nothing"))") }
            conversation.close(.goingAway, reason: "bye")
        }
    }

    private static func entry(_ messages: String, own: String = "") -> Recording {
        let request = #"{"method": "GET", "url": "wss://chat.example.com/rooms/7"}"#
        let entry =
            #"{\#(own)"request": \#(request), "response": {"status": 101}, "_webSocketMessages": [\#(messages)]}"#
        return (try? Recording(RecordingSupport.har(entry))) ?? Recording()
    }

    @Test func conversationIsPlayedWithItsEnd() async throws {
        let transport = ReplayTransport(try await Self.recording())
        let response = try await SocketClient(transport: transport).respond()
        #expect(response.statusCode == 101)
        #expect(response.headerFields[HTTPField.Name("Sec-WebSocket-Protocol")!] == "chat.v2")
        let channel = try #require(response.webSocket)
        try await channel.send("a")
        #expect(try await channel.receive() == .text("re: text of 1 bytes"))
        #expect(
            transport.unused.map(\.description) == [
                "entry 0, GET wss://chat.example.com/rooms/7 (the client didn't send 1 of the messages)"
            ]
        )
        try await channel.ping()
        try await channel.send("b")
        #expect(try await channel.rest().count == 1)
        #expect(channel.end == WebSocketClose(.goingAway, reason: "bye"))
        let error = await #expect(throws: WebSocketError.self) { try await channel.send("c") }
        #expect(error?.kind == .closed)
        #expect(transport.unused.isEmpty)
    }

    @Test func answerWaitsForTheMessageBeforeIt() async throws {
        let recording = try await Self.recording(sending: ["a"])
        let isAnswered = Locked(false)
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let channel = try await SocketClient(transport: ReplayTransport(recording)).open()
            let answer = Task {
                let message = try await channel.receive()
                isAnswered.withLock { $0 = true }
                return message
            }
            // The time passes when nothing else can happen.
            try await clock.sleep(for: .seconds(1))
            let wasAnswered = isAnswered.withLock { $0 }
            #expect(!wasAnswered)
            try await channel.send("a")
            let message = try await answer.value
            #expect(message == .text("re: text of 1 bytes"))
        }
    }

    @Test func anotherMessageIsAnErrorThatNamesTheEntry() async throws {
        let transport = ReplayTransport(try await Self.recording(sending: ["a"]))
        let channel = try await SocketClient(transport: transport).open()
        let error = await #expect(throws: RecordingError.self) { try await channel.send("other") }
        guard case .unexpectedMessage(_, entry: 0, message: 0, _, _)? = error else {
            Issue.record("It is another error.")
            return
        }
        #expect(error?.description.contains("Message 0 of entry 0 of '/tmp/chat.har'") == true)
        #expect(error?.description.contains(#"is the text "a", and the client sent the text "other""#) == true)
        let expected = try #require(error)
        await #expect(throws: expected) { try await channel.receive() }
    }

    @Test func messageAfterTheLastIsAnError() async throws {
        let messages = #"{"type": "send", "opcode": 1, "data": "a"}, {"type": "receive", "opcode": 1, "data": "b"}"#
        let channel = try await SocketClient(transport: ReplayTransport(Self.entry(messages))).open()
        try await channel.send("a")
        let error = await #expect(throws: RecordingError.self) { try await channel.send("c") }
        #expect(error?.description.contains("expects no further message, and got text of 1 bytes") == true)
    }

    @Test(arguments: [
        (#"{"a": 1, "b": "x"}"#, #"{"b":"x","a":1.0}"#, true),
        (#"{"a": 1}"#, #"{"a": 2}"#, false),
        (#"{"token": "abcdefgh"}"#, #"{"token": "other-token"}"#, true),
        (#"42["auth",{"token":"abcdefgh"}]"#, #"42["auth",{"token":"xyz"}]"#, true),
        (#"42["auth",{"token":"abcdefgh"}]"#, #"42["other",{"token":"xyz"}]"#, false),
        ("token=abcdefgh", "token=ijklmnop", true), ("plain", "plain", true), ("plain", "other", false),
        ("[1, 2]", "[1]", false), ("{}", "text", false),
    ])
    func messagesAreComparedAsBodies(recorded: String, sent: String, isSame: Bool) async throws {
        let recording = try await Recording.ofConversation(sending: [recorded]) { _ = try await $0.receive() }
        let channel = try await SocketClient(transport: ReplayTransport(recording)).open()
        let isAccepted = (try? await channel.send(sent)) != nil
        #expect(isAccepted == isSame)
    }

    @Test func conversationWithoutAnEndStaysOpenUntilTheClientCloses() async throws {
        let recording = Self.entry(#"{"type": "receive", "opcode": 1, "data": "a"}"#)
        let channel = try await SocketClient(transport: ReplayTransport(recording)).open()
        #expect(try await channel.receive() == .text("a"))
        #expect(channel.end == nil)
        let waiting = Task { try await channel.receive() }
        await channel.close(WebSocketClose(.normalClosure, reason: "done"))
        #expect(try await waiting.value == nil)
        #expect(channel.end == WebSocketClose(.normalClosure, reason: "done"))
    }

    @Test func cancelledReceiveLeavesTheConnectionOpen() async throws {
        let recording = Self.entry(#"{"type": "send", "opcode": 1, "data": "a"}"#)
        let channel = try await SocketClient(transport: ReplayTransport(recording)).open()
        let task = Task { try await channel.receive() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(channel.end == nil)
        try await channel.send("a")
        await channel.close(WebSocketClose(.goingAway))
        #expect(channel.end == WebSocketClose(.goingAway))
    }

    @Test func closeByTheClientGetsTheRecordedAnswer() async throws {
        let own = #""_talyn": {"close": {"code": 4000, "by": "client"}}, "#
        let channel = try await SocketClient(transport: ReplayTransport(Self.entry("", own: own))).open()
        await channel.close(WebSocketClose())
        #expect(channel.end?.code.rawValue == 4000)
    }

    @Test func lossAndViolationArePlayed() async throws {
        let lost = Self.entry("", own: #""_talyn": {"failure": "connectionLost"}, "#)
        let first = try await SocketClient(transport: ReplayTransport(lost)).open()
        let loss = await #expect(throws: TransportError.self) { try await first.receive() }
        #expect(loss?.kind == .connectionLost && first.end?.code == .abnormalClosure)
        let violated = Self.entry("", own: #""_talyn": {"close": {"error": "invalidText"}}, "#)
        let second = try await SocketClient(transport: ReplayTransport(violated)).open()
        let violation = await #expect(throws: WebSocketError.self) { try await second.receive() }
        #expect(violation?.kind == .invalidText && second.end?.code == .invalidPayload)
    }

    @Test(arguments: [
        (#"{"opcode": 1, "data": "b"}"#, "has _webSocketMessages[1], which wasn't sent or received"),
        (#"{"type": "receive", "opcode": 0, "data": "b"}"#, "has _webSocketMessages[1] with an unknown opcode"),
        (#"{"type": "receive", "opcode": 1, "data": "b", "_length": 9}"#, "has only the beginning of a message"),
        (#"{"type": "receive", "opcode": 1}"#, "has only the beginning of a message"),
    ])
    func missingPartIsAnErrorWhereItIsRead(message: String, problem: String) async throws {
        let transport = ReplayTransport(Self.entry(#"{"type": "receive", "opcode": 1, "data": "a"}, "# + message))
        let channel = try await SocketClient(transport: transport).open()
        #expect(try await channel.receive() == .text("a"))
        let error = await #expect(throws: RecordingError.self) { try await channel.receive() }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    }

    @Test func entryWithoutMessagesIsIncomplete() async throws {
        let entry =
            #"{"request": {"method": "GET", "url": "wss://chat.example.com/rooms/7"}, "response": {"status": 101}}"#
        let transport = ReplayTransport(try Recording(RecordingSupport.har(entry)))
        let channel = try await SocketClient(transport: transport).open()
        let error = await #expect(throws: RecordingError.self) { try await channel.receive() }
        #expect(error?.description.contains("has no messages in the file") == true)
    }

    @Test func cutConversationFailsAfterItsMessages() async throws {
        let recording = try await Recording.ofConversation(maximumBodySize: 140) { conversation in
            for text in ["one", "two", "three"] { conversation.send(text) }
        }
        let channel = try await SocketClient(transport: ReplayTransport(recording)).open()
        #expect(try await channel.receive() == .text("one"))
        #expect(try await channel.receive() == .text("two"))
        let error = await #expect(throws: RecordingError.self) { try await channel.receive() }
        #expect(error?.description.contains("has only the first messages of 3 in the file") == true)
    }

    @Test func ordinaryRequestsAndHandshakesHaveSeparateEntries() async throws {
        let transport = ReplayTransport(try await Self.recording())
        let request = try OutgoingRequest("GET", "https://chat.example.com/rooms/7")
        let error = await #expect(throws: RecordingError.self) { try await transport.send(request) }
        #expect(error?.description.contains("It opens a WebSocket.") == true)
        let ordinary = try Recording(RecordingSupport.har(RecordingSupport.entry(text: "\"\"")))
        let other = await #expect(throws: RecordingError.self) {
            try await SocketClient(transport: ReplayTransport(ordinary)).respond()
        }
        #expect(other?.description.contains("It opens no WebSocket.") == true)
    }

    @Test func refusalIsReplayed() async throws {
        let recorder = RecordingTransport(wrapping: RecordingSupport.answer("no", 401))
        _ = try await SocketClient(transport: recorder).respond().read()
        let transport = ReplayTransport(try Recording(recorder.recording.data))
        let response = try await SocketClient(transport: transport).respond()
        #expect(response.statusCode == 401 && response.webSocket == nil)
    }

    @Test func recordedPaceWaitsBetweenMessages() async throws {
        let recording = Self.entry(
            """
            {"type": "receive", "time": 100.5, "opcode": 1, "data": "a"},
            {"type": "receive", "time": 3700.5, "opcode": 1, "data": "b"}
            """
        )
        let clock = VirtualClock()
        let messages = try await withVirtualTime(clock) {
            let channel = try await SocketClient(transport: ReplayTransport(recording, pace: .recorded)).open()
            return [try await channel.receive(), try await channel.receive()]
        }
        #expect(messages == [.text("a"), .text("b")])
        #expect(clock.now.offset == .seconds(3_600))
    }

    @Test func sessionReportsAnUnexpectedMessage() async throws {
        let file = try RecordingSupport.temporaryFile()
        defer { RecordingSupport.remove(file) }
        try await Self.recording(sending: ["a"]).save(to: file)
        let session = try RecordingSession(file: file, mode: .replay, live: RecordingSupport.answer(""))
        let channel = try await SocketClient(transport: session).open()
        _ = try? await channel.send("other")
        _ = try? await channel.receive()
        let problems = try session.end(isPassed: true)
        #expect(problems.count == 1 && problems.first?.remedy == .rerecord)
    }
}
