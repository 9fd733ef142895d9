import Foundation
import TalynCore
import TalynStubs
import TestSupport
import Testing

@testable import TalynRecordings

/// Conversations in files of browsers and proxies, their secrets, and their drift.
struct ConversationFileTests {
    private static func recording(_ messages: String, _ members: String = "") throws -> Recording {
        let request = #"{"method": "GET", "url": "wss://chat.example.com/rooms/7", "headers": []}"#
        let entry =
            #"{"_resourceType": "websocket", "request": \#(request), "response": {"status": 101}\#(members), "_webSocketMessages": [\#(messages)]}"#
        return try Recording(RecordingSupport.har(entry))
    }

    @Test func fileOfChromeIsLoadedAndSaved() throws {
        let recording = try Self.recording(
            """
            {"type": "send", "time": 1648565361.2348337, "opcode": 1, "data": "hello"},
            {"type": "receive", "time": 1648565361.5, "opcode": 2, "data": "AQI=", "mask": false},
            {"type": "receive", "time": 1648565362, "opcode": 9, "data": ""},
            {"type": "error", "time": 1648565363, "opcode": -1, "data": "Invalid frame header"}
            """,
            #", "_initiator": {"type": "script"}"#
        )
        let conversation = try #require(recording.entries.first?.conversation)
        #expect(recording.texts == ["> hello", "< data of 2 bytes"])
        #expect(conversation.end?.code == .abnormalClosure)
        #expect(conversation.messages.first?.date == Date(timeIntervalSince1970: 1_648_565_361.2348337))
        let saved = String(decoding: recording.redacted().data, as: UTF8.self)
        for text in ["1648565361.2348337", "Invalid frame header", "\"mask\"", "_initiator"] {
            #expect(saved.contains(text), "\(text)")
        }
    }

    @Test(arguments: [
        (#"{"type": "receive", "opcode": 8, "data": "A+lieWU="}"#, 1001, "bye"),
        (#"{"type": "send", "opcode": 8, "data": "going home"}"#, 1000, "going home"),
        (#"{"type": "receive", "opcode": 8}"#, 1000, ""),
    ])
    func closeFrameIsTheEnd(message: String, code: UInt16, reason: String) throws {
        let end = try Self.recording(message).entries.first?.conversation?.end
        #expect(end == WebSocketClose(WebSocketCloseCode(rawValue: code), reason: reason))
    }

    @Test(arguments: [
        (#"{"type": "receive", "opcode": 2, "data": "not base64!"}"#, "_webSocketMessages[0].data isn't base64"),
        (#"{"type": "receive", "opcode": "text"}"#, "_webSocketMessages[0].opcode"), (#"7"#, "_webSocketMessages[0]"),
    ])
    func invalidMessageIsAProblem(message: String, problem: String) throws {
        let error = #expect(throws: RecordingError.self) { try Self.recording(message) }
        #expect(
            error?.description.replacing(" of entry 0", with: "").contains(problem) == true,
            "\(String(describing: error))"
        )
    }

    @Test func hostileNumbersTrapNowhere() throws {
        for number in ["1e400", "-1", "NaN", "1e18", "0.5", "253402300800"] {
            let message =
                #"{"type": "receive", "time": \#(number), "opcode": 1, "_length": \#(number), "data": "a"}"#
            let own = #", "_talyn": {"close": {"code": \#(number)}, "messages": \#(number)}"#
            let recording = try? Self.recording(message, own)
            _ = recording?.redacted().data
            _ = try? Self.recording(message)
        }
    }

    // MARK: Secrets

    @Test func secretsAreMaskedInBothDirections() async throws {
        let recording = try await Recording.ofConversation(
            sending: [
                #"{"type": "auth", "token": "s3cret-token"}"#, "plain s3cret-token",
                #"42["login",{"password":"p4ssw0rd!"}]"#,
            ],
            headerFields: [.authorization: "Bearer header-token"],
            url: "https://chat.example.com/rooms/7?access_token=query-token"
        ) { conversation in
            for _ in 0..<3 { _ = try await conversation.receive() }
            conversation.send("you sent s3cret-token and header-token and query-token")
            conversation.send(#"{"session": {"api_key": "server-key"}}"#)
            conversation.send("the key is server-key")
            conversation.send(.data(Data(#"{"password": "binary-secret"}"#.utf8)))
            conversation.send("see https://a.example/?token=url-token-1")
            conversation.close(.normalClosure, reason: "bye server-key")
        }
        let text = String(decoding: recording.data, as: UTF8.self)
        let secrets = [
            "s3cret-token", "p4ssw0rd!", "header-token", "query-token", "server-key", "url-token-1",
            Data("binary-secret".utf8).base64EncodedString(),
        ]
        for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
        #expect(recording.texts.count == 8)
        #expect(
            recording.texts.first == #"> {"type":"auth","token":"…"}"#
                || recording.texts.first?.contains("auth") == true
        )
        #expect(recording.texts[2] == #"> 42["login",{"password":"…"}]"#)
        #expect(recording.leaks().isEmpty)
    }

    @Test func leaksInMessagesAreFoundAndMasked() throws {
        let recording = try Self.recording(
            #"{"type": "receive", "opcode": 1, "data": "{\"token\": \"abcdefgh\"}"}, {"type": "send", "opcode": 1, "data": "again abcdefgh"}"#
        )
        #expect(recording.leaks().map(\.member) == ["_webSocketMessages[0].data", "_webSocketMessages[1].data"])
        #expect(recording.redacted().leaks().isEmpty)
        #expect(recording.redacted().texts.last == "> again …")
    }

    @Test func maskedConversationStaysReplayable() async throws {
        let recording = try await Recording.ofConversation(sending: [#"{"token": "first-token"}"#]) { conversation in
            _ = try await conversation.receive()
            conversation.send("welcome")
        }
        let channel = try await SocketClient(transport: ReplayTransport(recording)).open()
        try await channel.send(#"{"token": "second-token"}"#)
        #expect(try await channel.rest() == [.text("welcome")])
    }

    @Test(arguments: [
        ("password: [hunter2hunter2]", "hunter2hunter2"), (#"token={"a":"secret-a"}"#, "secret-a"),
        ("CONNECT\nlogin:ada\npasscode:opensesame\n\n\0", "ada\npasscode:opensesame"),
        ("{\"token\":\"record-one\"}\u{1E}{\"token\":\"record-two\"}\u{1E}", "record-two"),
    ])
    func secretsInOtherFormatsAreMasked(text: String, secret: String) async throws {
        let recording = try await Recording.ofConversation(sending: [text]) { _ = try await $0.receive() }
        #expect(recording.texts.first?.contains(secret) == false, "\(recording.texts)")
    }

    @Test func textsOfErrorsShowNoSecrets() async throws {
        let recording = try await Recording.ofConversation(sending: [#"{"token": "first-token"}"#]) {
            _ = try await $0.receive()
        }
        let channel = try await SocketClient(transport: ReplayTransport(recording)).open()
        let error = await #expect(throws: RecordingError.self) {
            try await channel.send(#"{"password": "another-secret", "a": 1}"#)
        }
        #expect(error?.description.contains("another-secret") == false)
    }

    // MARK: Drift

    private static func drift(_ recorded: [String], _ live: [String], code: UInt16 = 1000) async throws -> [String] {
        func recording(_ texts: [String], _ code: UInt16) async throws -> Recording {
            try await Recording.ofConversation { conversation in
                for text in texts { conversation.send(text) }
                conversation.close(WebSocketCloseCode(rawValue: code))
            }
        }
        return DriftReport(live: try await recording(live, code), recorded: try await recording(recorded, 1000))
            .differences.map(\.change.description)
    }

    @Test(arguments: [
        ([#"{"a": 1}"#], [#"{"a": 2}"#, #"{"a": 3}"#], []),
        ([#"{"a": 1}"#], [#"{"a": "1"}"#], ["'messages[].a' is string, and was number"]),
        ([#"{"a": 1}"#], [#"{"a": 1, "b": true}"#], ["'messages[].b' is new: boolean"]),
        ([#"{"a": 1}"#], ["text"], ["'messages[]' is text, and was object"]),
        ([#"{"a": 1}"#], [], ["'messages[]' is missing"]), ([], ["hello"], ["'messages[]' is new: text"]),
        (["a"], ["b"], []),
    ])
    func shapesOfMessagesAreCompared(recorded: [String], live: [String], changes: [String]) async throws {
        #expect(try await Self.drift(recorded, live) == changes)
    }

    @Test func closeCodesAreCompared() async throws {
        let changes = try await Self.drift(["a"], ["a"], code: 1011)
        #expect(changes == ["the connection was closed with 1011, and was with 1000"])
    }
}
