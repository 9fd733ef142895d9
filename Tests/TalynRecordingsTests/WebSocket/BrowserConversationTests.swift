import Foundation
import HTTPTypes
import TalynCore
import TalynStubs
import TestSupport
import Testing

@testable import TalynRecordings

/// Conversations in HAR files with the members that browsers and proxies write.
///
/// Chrome has a list of messages for each WebSocket, also for an unused or failed one: direction, seconds since 1970, opcode and text or
/// base64. Firefox writes the handshake alone. Proxies write its URL with `https`.
struct BrowserConversationTests {
    /// The handshake of a browser.
    private static func entry(
        _ members: String,
        scheme: String = "wss",
        status: Int = 101,
        fields: String = accepted,
        response: String = ""
    ) -> String {
        """
        {
          "_initiator": {"type": "script", "stack": {"callFrames": [{"functionName": "open", "url": "https://chat.example.com/app.js"}]}},
          "_priority": "High", "_connectionId": "48291", "cache": {}, "connection": "48291", "pageref": "page_1",
          "request": {
            "method": "GET", "url": "\(scheme)://chat.example.com/rooms/7?access_token=browser-secret&page=1", "httpVersion": "HTTP/1.1",
            "headers": [
              {"name": "Accept-Encoding", "value": "gzip, deflate, br, zstd"}, {"name": "Connection", "value": "Upgrade"},
              {"name": "Cookie", "value": "session=cookie-secret"}, {"name": "Host", "value": "chat.example.com"},
              {"name": "Origin", "value": "https://chat.example.com"}, {"name": "Upgrade", "value": "websocket"},
              {"name": "Sec-WebSocket-Extensions", "value": "permessage-deflate; client_max_window_bits"},
              {"name": "Sec-WebSocket-Key", "value": "dGhlIHNhbXBsZSBub25jZQ=="},
              {"name": "Sec-WebSocket-Protocol", "value": "chat.v1, chat.v2"}, {"name": "Sec-WebSocket-Version", "value": "13"}
            ],
            "queryString": [{"name": "access_token", "value": "browser-secret"}, {"name": "page", "value": "1"}],
            "cookies": [{"name": "session", "value": "cookie-secret"}], "headersSize": 512, "bodySize": 0
          },
          "response": {
            "status": \(status), "statusText": "", "httpVersion": "HTTP/1.1", "headers": [\(fields)], "cookies": [],
            "content": {"size": 0, "mimeType": "x-unknown"}, "redirectURL": "", "headersSize": 220, "bodySize": 0,
            "_transferSize": 0\(response)
          },
          "serverIPAddress": "192.0.2.7", "startedDateTime": "2026-11-23T10:00:00.250Z", "time": 2400.75,
          "timings": {"blocked": -1, "dns": -1, "ssl": -1, "connect": -1, "send": 0, "wait": 0, "receive": 0}\(members)
        }
        """
    }

    private static let accepted = """
        {"name": "Connection", "value": "Upgrade"}, {"name": "Upgrade", "value": "websocket"},
        {"name": "Sec-WebSocket-Accept", "value": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="},
        {"name": "Sec-WebSocket-Extensions", "value": "permessage-deflate"},
        {"name": "Sec-WebSocket-Protocol", "value": "chat.v2"}
        """

    private static func chrome(_ messages: String) -> String {
        #", "_resourceType": "websocket", "_webSocketMessages": [\#(messages)]"#
    }

    private static let talk = """
        {"type": "send", "time": 1795428000.4123, "opcode": 1, "data": "{\\"join\\":\\"ada\\",\\"token\\":\\"message-secret\\"}"},
        {"type": "receive", "time": 1795428000.5, "opcode": 1, "data": "{\\"name\\":\\"welcome\\"}"},
        {"type": "receive", "time": 1795428002, "opcode": 2, "data": "AQID"}
        """

    private static func recording(_ entries: String...) throws -> Recording {
        try Recording(RecordingSupport.har(entries.joined(separator: ",")))
    }

    private func client(_ recording: Recording) -> SocketClient {
        SocketClient(
            transport: ReplayTransport(recording),
            url: "https://chat.example.com/rooms/7?access_token=another&page=1"
        )
    }

    // MARK: Chrome

    @Test func conversationOfChromeIsReadAndReplayed() async throws {
        let recording = try Self.recording(Self.entry(Self.chrome(Self.talk)))
        let conversation = try #require(recording.entries.first?.conversation)
        #expect(conversation.messages.map(\.isSent) == [true, false, false])
        #expect(conversation.messages.first?.date == Date(timeIntervalSince1970: 1_795_428_000.4123))
        #expect(conversation.end == nil)

        let response = try await client(recording).respond()
        #expect(response.statusCode == 101)
        let channel = try #require(response.webSocket)
        try await channel.send(#"{"token": "own", "join": "ada"}"#)
        #expect(try await channel.receive() == .text(#"{"name":"welcome"}"#))
        #expect(try await channel.receive() == .data(Data([1, 2, 3])))
        await channel.close(WebSocketClose())
        #expect(try await channel.receive() == nil)
    }

    @Test func secretsOfChromeAreInNoFileAndNoReport() throws {
        let recording = try Self.recording(Self.entry(Self.chrome(Self.talk))).redacted()
        let texts = [
            String(decoding: recording.data, as: UTF8.self),
            String(decoding: TrafficReport(recording, title: "Chrome").html, as: UTF8.self),
        ]
        for text in texts {
            for secret in ["browser-secret", "cookie-secret", "message-secret"] { #expect(!text.contains(secret)) }
            for kept in ["_webSocketMessages", "welcome", "1795428000.4123", "page_1", "permessage-deflate"] {
                #expect(text.contains(kept), "\(kept)")
            }
        }
        #expect(recording.leaks().isEmpty)
    }

    /// Chrome's own handshake asks for compression, and Talyn's doesn't.
    @Test func handshakesOfChromeAndOfTalynDoNotDrift() async throws {
        let recorded = try Self.recording(Self.entry(Self.chrome(Self.talk)))
        let url = "https://chat.example.com/rooms/7?access_token=live&page=1"
        let live = try await Recording.ofConversation(sending: [#"{"join":"ada","token":"live"}"#], url: url) {
            _ = try await $0.receive()
            $0.send(#"{"name":"other"}"#)
            $0.send(.data(Data([4])))
        }
        let report = DriftReport(live: live, recorded: recorded)
        #expect(report.differences.map(\.description) == [])
    }

    @Test func unusedConnectionOfChromeStaysOpen() async throws {
        let channel = try await client(try Self.recording(Self.entry(Self.chrome("")))).open()
        await #expect(throws: RecordingError.self) { try await channel.send("unexpected") }
        let other = try await client(try Self.recording(Self.entry(Self.chrome("")))).open()
        await other.close(WebSocketClose())
        #expect(try await other.receive() == nil)
    }

    // MARK: Failed handshakes

    @Test(arguments: [401, 403])
    func refusalOfChromeIsAStatus(_ status: Int) async throws {
        let error = "Error during WebSocket handshake: Unexpected response code: \(status)"
        let message = #"{"type": "error", "time": 1795428000.5, "opcode": -1, "data": "\#(error)"}"#
        let recording = try Self.recording(Self.entry(Self.chrome(message), status: status, fields: ""))
        #expect(recording.entries.first?.conversation == nil)
        let response = try await client(recording).respond()
        #expect(response.statusCode == status)
        #expect(response.webSocket == nil)
    }

    @Test(arguments: [
        ("Error in connection establishment: net::ERR_CONNECTION_REFUSED", "null", TransportError.Kind.cannotConnect),
        ("", #""net::ERR_NAME_NOT_RESOLVED""#, .cannotConnect),
        ("WebSocket opening handshake timed out", "null", .connectionLost),
    ])
    func failureOfChromeIsAFailure(_ text: String, _ name: String, _ kind: TransportError.Kind) async throws {
        let message = #"{"type": "error", "time": 1795428000.5, "opcode": -1, "data": "\#(text)"}"#
        let entry = Self.entry(Self.chrome(message), status: 0, fields: "", response: #", "_error": \#(name)"#)
        let recording = try Self.recording(entry)
        #expect(recording.entries.first?.failure == kind)
        let error = await #expect(throws: TransportError.self) { try await client(recording).respond() }
        #expect(error?.kind == kind)
    }

    /// The page was still connecting.
    @Test func handshakeWithoutAnAnswerIsNone() async throws {
        let recording = try Self.recording(Self.entry(Self.chrome(""), status: 0, fields: ""))
        await #expect(throws: RecordingError.self) { try await client(recording).respond() }
    }

    // MARK: Others

    @Test(arguments: ["wss", "https"])
    func handshakeWithoutMessagesSaysThatTheyAreMissing(_ scheme: String) async throws {
        let recording = try Self.recording(Self.entry(#", "_securityState": "secure""#, scheme: scheme))
        let channel = try await client(recording).open()
        let error = await #expect(throws: RecordingError.self) { try await channel.receive() }
        #expect(error?.description.contains("has no messages in the file") == true, "\(String(describing: error))")
    }

    @Test func conversationOfAProxyIsReplayed() async throws {
        let recording = try Self.recording(Self.entry(Self.chrome(Self.talk), scheme: "https"))
        let channel = try await client(recording).open()
        try await channel.send(#"{"token": "own", "join": "ada"}"#)
        #expect(try await channel.receive() == .text(#"{"name":"welcome"}"#))
    }
}
