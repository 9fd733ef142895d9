#if Tools && AsyncHTTPClient && os(Linux)
import Foundation
import Talyn
import TalynRecordings
import TalynStubServer
import TestSupport
import Testing
import _TalynSupport

/// WebSockets of stubs and recordings over sockets.
@Suite(.sockets) struct ServedWebSocketTests {
    private let stubs = StubSet()

    /// Opens a connection to a path of the server.
    private func open(_ url: URL, _ path: String = "rooms/7", subprotocols: [String] = []) async throws
        -> TransportResponse
    {
        var request = OutgoingRequest(url: url.appending(path: path))
        request.webSocket = WebSocketOptions { $0.subprotocols = subprotocols }
        request.options.idleTimeout = .seconds(3_600)
        return try await AsyncHTTPClientTransport.shared.send(request)
    }

    private func channel(_ url: URL) async throws -> any WebSocketChannel {
        try #require(try await open(url).webSocket)
    }

    @Test func scriptIsServed() async throws {
        stubs.on(.webSocket("/rooms/{id}")) { conversation in
            try await conversation.expect("hello")
            conversation.send("welcome to \(conversation.request.pathParameters["id"] ?? "")")
            conversation.send(.data(Data(repeating: 7, count: 300_000)))
            #expect(try await conversation.receive()?.length == 200_000)
            conversation.close(.goingAway, reason: "bye")
        }
        let served = Watched<[ServedRequest]>([])
        var options = StubServer.Options()
        options.onRequest = { request in served.update { $0.append(request) } }
        try await StubServer.withServer(serving: stubs, options: options) { url in
            let channel = try await channel(url)
            try await channel.send(.text("hello"), from: nil)
            #expect(try await channel.receive() == .text("welcome to 7"))
            #expect(try await channel.receive()?.length == 300_000)
            try await channel.ping()
            try await channel.send(.data(Data(count: 200_000)), from: nil)
            #expect(try await channel.receive() == nil)
            #expect(channel.end == WebSocketClose(.goingAway, reason: "bye"))
            await served.wait { !$0.isEmpty }
        }
        #expect(stubs.failures.isEmpty)
        let request = try #require(served.value.first)
        #expect(request.statusCode == 101 && request.failure == nil && request.byteCount == 300_012)
    }

    @Test func closeOfTheClientEndsTheScript() async throws {
        let hasEnded = Watched(false)
        stubs.on(.webSocket("/rooms/7")) { conversation in
            while try await conversation.receive() != nil {}
            hasEnded.update { $0 = true }
        }
        try await StubServer.withServer(serving: stubs) { url in
            let channel = try await channel(url)
            await channel.close(WebSocketClose(WebSocketCloseCode(rawValue: 4_001), reason: "done"))
            #expect(channel.end == WebSocketClose(WebSocketCloseCode(rawValue: 4_001), reason: "done"))
            await hasEnded.wait { $0 }
        }
    }

    @Test func unexpectedMessageClosesWith1008() async throws {
        stubs.on(.webSocket("/rooms/7")) { try await $0.expect("hello") }
        try await StubServer.withServer(serving: stubs) { url in
            let channel = try await channel(url)
            try await channel.send(.text("other"), from: nil)
            #expect(try await channel.receive() == nil)
            #expect(channel.end?.code == .policyViolation)
        }
        #expect(stubs.failures.map(\.kind) == [.unexpectedMessage])
    }

    @Test func faultsReachTheClient() async throws {
        stubs.on(
            .webSocket("/rooms/7"),
            .conversation { $0.drop() },
            .conversation { $0.drop(inFrame: true) },
            .conversation { $0.violate(.invalidText) },
            .conversation { $0.violate(.protocolViolation) },
            .conversation { $0.violate(.messageTooLarge) }
        )
        try await StubServer.withServer(serving: stubs) { url in
            for _ in 1...2 {
                let dropped = try await channel(url)
                let error = await #expect(throws: TransportError.self) { try await dropped.receive() }
                #expect(error?.kind == .connectionLost)
            }
            for kind in [WebSocketError.Kind.invalidText, .protocolViolation, .messageTooLarge] {
                let channel = try await channel(url)
                let error = await #expect(throws: WebSocketError.self) { try await channel.receive() }
                #expect(error?.kind == kind)
            }
        }
    }

    /// No pong and no message comes.
    @Test func stalledConnectionIsHalfOpen() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.stall()
            conversation.send("lost")
            try await conversation.expect("hello?")
            conversation.drop()
        }
        try await StubServer.withServer(serving: stubs) { url in
            let channel = try await channel(url)
            async let pong = Result { () async throws in try await channel.ping() }
            try await channel.send(.text("hello?"), from: nil)
            let error = await #expect(throws: TransportError.self) { try await channel.receive() }
            #expect(error?.kind == .connectionLost)
            guard case .failure = await pong else {
                Issue.record("The ping was answered.")
                return
            }
        }
        #expect(stubs.failures.isEmpty)
    }

    @Test func subprotocolOfTheStubIsChosenIfTheClientSpeaksIt() async throws {
        stubs.on(.webSocket("/rooms/7"), .conversation(subprotocol: "chat.v2") { $0.close() })
        let name = try #require(HTTPField.Name("Sec-WebSocket-Protocol"))
        try await StubServer.withServer(serving: stubs) { url in
            let response = try await open(url, subprotocols: ["chat.v1", "chat.v2"])
            #expect(response.headerFields[name] == "chat.v2")
            for offered in [[], ["chat.v1"]] {
                let refused = try await open(url, subprotocols: offered)
                #expect(refused.statusCode == 400 && refused.webSocket == nil)
                let text = try await refused.body.reduce(into: "") { $0 += String(decoding: $1, as: UTF8.self) }
                #expect(text == "The client offers no subprotocol 'chat.v2', which the stub chooses.\n")
            }
        }
    }

    @Test func refusedHandshakeIsAnswered() async throws {
        stubs.on(.webSocket("/rooms/7"), .status(403))
        try await StubServer.withServer(serving: stubs) { url in
            for _ in 1...2 {
                let response = try await open(url)
                #expect(response.statusCode == 403)
            }
        }
    }

    @Test func recordingIsServed() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            try await conversation.expect("a")
            conversation.send("b")
            conversation.close(.goingAway)
        }
        var request = OutgoingRequest(url: try #require(URL(string: "https://chat.example.com/rooms/7")))
        request.webSocket = WebSocketOptions()
        let recorder = RecordingTransport(wrapping: stubs)
        let live = try #require(try await recorder.send(request).webSocket)
        try await live.send(.text("a"), from: nil)
        while try await live.receive() != nil {}
        let replay = ReplayTransport(recorder.recording, repeatsLast: true)
        try await StubServer.withServer(serving: replay) { url in
            let first = try await channel(url)
            try await first.send(.text("a"), from: nil)
            #expect(try await first.receive() == .text("b"))
            #expect(try await first.receive() == nil)
            #expect(first.end?.code == .goingAway)
            let second = try await channel(url)
            try await second.send(.text("other"), from: nil)
            #expect(try await second.receive() == nil)
            #expect(second.end?.code == .policyViolation)
            #expect(second.end?.reason.hasPrefix("Message 0 of entry 0") == true)
        }
    }

    @Test func serverPassesConversationsOn() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            while let message = try await conversation.receive() { conversation.send(message) }
        }
        try await StubServer.withServer(serving: stubs) { upstream in
            var options = StubServer.Options()
            options.baseURLs = [upstream]
            let recorder = RecordingTransport(wrapping: AsyncHTTPClientTransport.shared)
            try await StubServer.withServer(serving: recorder, options: options) { url in
                let channel = try await channel(url)
                try await channel.send(.text("one"), from: nil)
                #expect(try await channel.receive() == .text("one"))
                try await channel.ping()
                await channel.close(WebSocketClose())
                #expect(channel.end == WebSocketClose())
            }
            let conversation = try #require(recorder.recording.entries.first?.conversation)
            #expect(conversation.messages.map(\.isSent) == [true, false])
            #expect(conversation.end == WebSocketClose())
        }
    }
}
#endif
