import Foundation
import Talyn
import TalynRecordings
import TalynStubs
import TalynWebSocket
import _TalynSupport

// The code of the page of the module, and of its comments, compiled. `DocumentedExamplesTests` compares them.

private enum Chat: TargetType {
    case room(id: Int)

    var baseURL: URL { URL(string: "https://chat.example.com")! }
    var path: RequestPath {
        switch self {
        case .room(let id): "/rooms/\(id)"
        }
    }
}

private struct Event: Codable, Sendable {
    var id: Int
    var text: String
}

private enum Command: Codable, Sendable {
    case join(name: String)
    case subscribe(after: Int)
}

private struct Room: WebSocketTargetType {
    typealias Incoming = Event
    typealias Outgoing = Command

    let id: Int
    var baseURL: URL { URL(string: "wss://chat.example.com")! }
    var path: RequestPath { "/rooms/\(id)" }
    var webSocket: WebSocketOptions { WebSocketOptions { $0.subprotocols = ["chat.v2"] } }
}

/// The first line of a type in an example has no access level.
private enum Lines {
    struct Room: WebSocketTargetType {
        typealias Incoming = Event
        typealias Outgoing = Command

        let id: Int
        var baseURL: URL { URL(string: "https://chat.example.com")! }
        var path: RequestPath { "/rooms/\(id)" }
    }
}

private final class LastID: Sendable {
    private let state = Locked(0)
    var value: Int {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

private enum Examples {
    static func connect() async throws {
        let chat = Provider<Chat>()
        let connection = try await chat.connect(.room(id: 7), codec: .json(Event.self, Command.self))
        try await connection.send(.join(name: "ada"))
        for try await event in connection { print(event.text) }
    }

    static func scope(_ chat: Provider<Chat>) async throws {
        try await chat.withWebSocket(.room(id: 7), codec: .text) { connection in
            try await connection.send("hello")
            for try await text in connection where text == "bye" { break }
        }
    }

    static func target(_ provider: Provider<Room>) async throws {
        let room = try await Provider<Room>().connect(Room(id: 7))
        print(room.subprotocol ?? "none")
        let connection = try await provider.connect(Room(id: 7))
        _ = connection
    }

    static func refusal(_ chat: Provider<Chat>) async throws {
        do {
            _ = try await chat.connect(.room(id: 7), codec: .text)
        } catch {
            print(error.statusCode ?? 0, error.problemDetails?.title ?? "")
        }
    }

    static func session(_ chat: Provider<Chat>, _ lastID: LastID) async throws {
        let session = chat.session(.room(id: 7), codec: .json(Event.self, Command.self)) { connection in
            try await connection.send(.subscribe(after: lastID.value))
        }
        for try await event in session { lastID.value = event.id }
    }

    static func recording(_ chat: Provider<Chat>) async throws {
        let recorder = RecordingTransport(wrapping: chat.transport)
        try await Provider<Chat>(transport: recorder).withWebSocket(.room(id: 7), codec: .text) { connection in
            try await connection.send("hello")
            for try await text in connection where text == "bye" { break }
        }
        for message in recorder.recording.entries.last?.conversation?.messages ?? [] {
            print(message.isSent ? "sent" : "received", message.content)
        }
    }

    static func stub(_ stubs: StubSet) {
        stubs.on(.webSocket("/rooms/{id}")) { conversation in
            try await conversation.expect("hello")
            try await conversation.sleep(for: .seconds(5))
            conversation.send("welcome to \(conversation.request.pathParameters["id"] ?? "")")
        }
        stubs.on(.webSocket("/rooms/{id}"), .status(503), .conversation { $0.send("welcome") })
    }
}
