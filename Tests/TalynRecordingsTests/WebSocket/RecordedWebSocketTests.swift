import Foundation
import TalynCore
import TalynStubs
import TestSupport
import Testing
import _TalynSupport

@testable import TalynRecordings

struct RecordedWebSocketTests {
    private struct File: Decodable {
        struct Log: Decodable { let entries: [Entry] }

        struct Entry: Decodable {
            struct Request: Decodable { let url: String }
            struct Response: Decodable { let status: Int }

            let request: Request
            let response: Response
            let _resourceType: String
            let _webSocketMessages: [Message]
        }

        struct Message: Decodable, Equatable {
            let type: String
            let time: Double
            let opcode: Int
            let data: String
        }

        let log: Log
    }

    @Test func messagesAreRecordedAsChromeWritesThem() async throws {
        let clock = ManualClock()
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/7")) { conversation in
            try await conversation.expect("hello")
            conversation.send(.data(Data([1, 2, 255])))
            _ = try await conversation.receive()
        }
        let recorder = RecordingTransport(wrapping: stubs, clock: clock)
        let channel = try await SocketClient(transport: recorder).open()
        clock.advance(by: .seconds(2))
        try await channel.send("hello")
        #expect(try await channel.receive() == .data(Data([1, 2, 255])))
        await channel.close(WebSocketClose())
        let recording = recorder.recording
        let entry = try #require(try JSONDecoder().decode(File.self, from: recording.data).log.entries.first)
        #expect(entry.request.url == "wss://chat.example.com/rooms/7")
        #expect(entry.response.status == 101 && entry._resourceType == "websocket")
        #expect(entry._webSocketMessages.map(\.type) == ["send", "receive"])
        #expect(entry._webSocketMessages.map(\.opcode) == [1, 2])
        #expect(entry._webSocketMessages.map(\.data) == ["hello", "AQL/"])
        let started = try #require(recording.entries.first?.startedAt)
        let time = try #require(entry._webSocketMessages.first?.time)
        #expect(abs(time - started.timeIntervalSince1970 - 2) < 0.002)
        #expect(recording.entries.first?.duration == .seconds(2))
        #expect(recording.entries.first?.requestHeaderFields.first?.value == "chat.v2")
    }

    @Test func closeOfTheServerIsRecorded() async throws {
        let recording = try await Recording.ofConversation { conversation in
            conversation.send("bye")
            conversation.close(.goingAway, reason: "restart")
        }
        let conversation = try #require(recording.entries.first?.conversation)
        #expect(conversation.end == WebSocketClose(.goingAway, reason: "restart"))
        guard case .closed(_, byClient: false) = conversation.ending else {
            Issue.record("It has the ending \(conversation.ending).")
            return
        }
        #expect(recording.texts == ["< bye"])
        #expect(recording.entries.first?.headerFields == [HTTPField.Name("Sec-WebSocket-Protocol")!: "chat.v2"])
    }

    @Test func closeOfTheClientIsRecordedAsThat() async throws {
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/7")) { _ = try await $0.receive() }
        let recorder = RecordingTransport(wrapping: stubs)
        let channel = try await SocketClient(transport: recorder).open()
        await channel.close(WebSocketClose(.normalClosure, reason: "done"))
        let entry = try #require(try Recording(recorder.recording.data).entries.first)
        guard case .closed(let close, byClient: true)? = entry.conversation?.ending else {
            Issue.record("It has another ending.")
            return
        }
        #expect(close == WebSocketClose(.normalClosure, reason: "done"))
    }

    @Test func lossAndViolationAreRecorded() async throws {
        let lost = try await Recording.ofConversation { conversation in
            conversation.send("one")
            conversation.drop()
        }
        #expect(lost.texts == ["< one"] && lost.entries.first?.failure == .connectionLost)
        #expect(lost.entries.first?.conversation?.end?.code == .abnormalClosure)
        let violation = try await Recording.ofConversation { $0.violate(.invalidText) }
        guard case .violation(.invalidText)? = violation.entries.first?.conversation?.ending else {
            Issue.record("It has another ending.")
            return
        }
    }

    @Test func droppedAndOpenConversationsHaveTheirMessagesUpToNow() async throws {
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.send("one")
            while try await conversation.receive() != nil {}
        }
        let recorder = RecordingTransport(wrapping: stubs)
        var channel: (any WebSocketChannel)? = try await SocketClient(transport: recorder).open()
        _ = try await channel?.receive()
        #expect(recorder.recording.texts == ["< one"])
        try await channel?.send("two")
        #expect(recorder.recording.texts == ["< one", "> two"])
        channel = nil
        #expect(recorder.recording.entries.count == 1)
        let recording = try Recording(recorder.recording.data)
        #expect(recording.texts == ["< one", "> two"])
        #expect(recording.entries.first?.conversation?.end == nil && recording.entries.first?.isTruncated == false)
    }

    @Test func conversationGoesOnAfterACancelledReceive() async throws {
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.send("one")
            while try await conversation.receive() != nil {}
        }
        let recorder = RecordingTransport(wrapping: stubs)
        let channel = try await SocketClient(transport: recorder).open()
        _ = try await channel.receive()
        let task = Task { try await channel.receive() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(recorder.recording.texts == ["< one"])
        try await channel.send("two")
        await channel.close(WebSocketClose(.goingAway))
        let recording = try Recording(recorder.recording.data)
        #expect(recording.texts == ["< one", "> two"])
        #expect(recording.entries.first?.conversation?.end == WebSocketClose(.goingAway))
    }

    @Test func messageThatCanNotBeSentIsNotRecorded() async throws {
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/7")) { $0.close() }
        let recorder = RecordingTransport(wrapping: stubs)
        let channel = try await SocketClient(transport: recorder).open()
        _ = try await channel.rest()
        await #expect(throws: WebSocketError.self) { try await channel.send("late") }
        #expect(recorder.recording.texts == [])
    }

    @Test func messagesBeyondTheLimitAreCountedAndNamed() async throws {
        let recording = try await Recording.ofConversation(maximumBodySize: 144 + 60) { conversation in
            for _ in 0..<10 { conversation.send(String(repeating: "é", count: 40)) }
        }
        let entry = try #require(recording.entries.first)
        #expect(entry.isTruncated)
        #expect(recording.texts == ["< " + String(repeating: "é", count: 40)])
        let text = String(decoding: recording.data, as: UTF8.self)
        #expect(text.contains(#""truncated" : true"#) && text.contains(#""messages" : 10"#))
    }

    @Test func longMessageIsCutBetweenCharacters() async throws {
        let recording = try await Recording.ofConversation(maximumBodySize: 64 + 5) { $0.send("éééé") }
        #expect(recording.texts == ["< éé"])
        #expect(recording.entries.first?.conversation?.messages.first?.wholeLength == 8)
        #expect(recording.entries.first?.isTruncated == true)
    }

    @Test func refusedHandshakeIsAnOrdinaryEntry() async throws {
        let recorder = RecordingTransport(wrapping: RecordingSupport.answer(#"{"title": "No"}"#, 403))
        _ = try await SocketClient(transport: recorder).respond().read()
        let entry = try #require(try Recording(recorder.recording.data).entries.first)
        #expect(entry.statusCode == 403 && entry.conversation == nil && entry.isWebSocket)
        #expect(entry.url == "wss://chat.example.com/rooms/7" && entry.body == Data(#"{"title": "No"}"#.utf8))
    }

    /// They lie in memory beside the exchanges.
    @Test func messagesOfOpenConversationsShareTheLimitOfTheLog() async throws {
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.send("éééé")
            while try await conversation.receive() != nil {}
        }
        let log = TrafficLog(maximumSize: 2 * 64 + 8 + 5)
        var request = OutgoingRequest(url: URL(string: "https://chat.example.com/rooms/7")!)
        request.webSocket = WebSocketOptions()
        var channels: [any WebSocketChannel] = []
        for _ in 0..<2 {
            let channel = try #require(try await log.intercept(request) { try await stubs.send($0) }.webSocket)
            _ = try await channel.receive()
            channels.append(channel)
        }
        let contents = log.recording.entries.map { $0.conversation?.messages.map(\.content) }
        #expect(contents == [[.text("éééé")], [.text("éé")]])
        #expect(log.recording.entries.map(\.isTruncated) == [false, true])
        // Its end makes room.
        channels = []
        let third = try #require(try await log.intercept(request) { try await stubs.send($0) }.webSocket)
        _ = try await third.receive()
        #expect(log.recording.entries.last?.isTruncated == false)
        third.cancel()
    }

    @Test func trafficLogHasConversations() async throws {
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.send("one")
            while try await conversation.receive() != nil {}
        }
        let log = TrafficLog()
        var request = OutgoingRequest(url: URL(string: "https://chat.example.com/rooms/7")!)
        request.webSocket = WebSocketOptions()
        let channel = try #require(try await log.intercept(request) { try await stubs.send($0) }.webSocket)
        _ = try await channel.receive()
        #expect(log.recording.texts == ["< one"])
        log.removeAll()
        #expect(log.recording.texts == ["< one"])
        channel.cancel()
        log.removeAll()
        #expect(log.recording.isEmpty)
    }
}
