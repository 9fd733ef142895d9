import Foundation
import TalynCore
import TalynStubs
import TestSupport

@testable import TalynRecordings

/// Opens WebSocket connections without a provider.
struct SocketClient {
    let transport: any Transport
    var url = "https://chat.example.com/rooms/7"
    var headerFields: HTTPFields = [:]

    func respond() async throws -> TransportResponse {
        var request = OutgoingRequest(url: URL(string: url)!, headerFields: headerFields)
        request.webSocket = WebSocketOptions { $0.subprotocols = ["chat.v2"] }
        return try await transport.send(request)
    }

    func open() async throws -> any WebSocketChannel {
        guard let channel = try await respond().webSocket else { throw WebSocketError.unsupported(by: "It") }
        return channel
    }
}

extension WebSocketChannel {
    func send(_ text: String) async throws { try await send(.text(text), from: nil) }

    /// The messages up to the end.
    func rest() async throws -> [WebSocketMessage] {
        var messages: [WebSocketMessage] = []
        while let message = try await receive() { messages.append(message) }
        return messages
    }
}

extension Recording {
    /// The recording of a conversation: the client sends texts, and receives up to the end.
    ///
    /// - Parameter readsAnswers: Whether the client receives a message after each text.
    static func ofConversation(
        sending texts: [String] = [],
        readsAnswers: Bool = false,
        headerFields: HTTPFields = [:],
        url: String = "https://chat.example.com/rooms/7",
        redaction: Redaction = .default,
        maximumBodySize: Int = 1 << 20,
        _ script: @escaping @Sendable (StubConversation) async throws -> Void
    ) async throws -> Recording {
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/{id}"), .conversation(subprotocol: "chat.v2", script))
        let recorder = RecordingTransport(wrapping: stubs, redaction: redaction, maximumBodySize: maximumBodySize)
        let channel = try await SocketClient(transport: recorder, url: url, headerFields: headerFields).open()
        for text in texts {
            try await channel.send(text)
            if readsAnswers { _ = try await channel.receive() }
        }
        _ = try? await channel.rest()
        return try Recording(recorder.recording.data, file: URL(fileURLWithPath: "/tmp/chat.har"))
    }

    /// The texts of the first entry's messages, with an arrow for the direction.
    var texts: [String] {
        (entries.first?.conversation?.messages ?? []).map { message in
            let text = if case .text(let text) = message.content { text } else { "\(message.content)" }
            return (message.isSent ? "> " : "< ") + text
        }
    }
}
