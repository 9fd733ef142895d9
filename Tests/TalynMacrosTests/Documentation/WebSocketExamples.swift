import Foundation

#if Macros
import TalynMacros
import TalynTesting
import TalynWebSocket
import Testing

// The code about WebSockets of the pages about declaring, and of the macro's comment. DocumentedExamplesTests compares them.

// Types in attributes of an enum are looked for outside of the type in which it is nested.
struct ChatEvent: Codable, Sendable { var text: String }
struct ChatCommand: Codable, Sendable { var text: String }

@Suite(.stubs) struct WebSocketExamples {
    struct Event: Codable, Sendable { var text: String }
    struct Command: Codable, Sendable { var text: String }

    @Client("https://chat.example.com")
    struct ChatClient {
        @WebSocket("/rooms/{id}") func room(id: Int) async throws -> WebSocketConnection<Event, Command>
        @WebSocket("/lobby", subprotocols: ["chat.v2"]) func lobby() -> WebSocketSession<Event, Command>
    }

    @Client("https://chat.example.com")
    struct RoomClient {
        @WebSocket("/rooms/{id}") func room(
            id: Int,
            resume: @escaping @Sendable (WebSocketConnection<Event, Command>) async throws -> Void
        ) -> WebSocketSession<Event, Command>
    }

    @API("https://chat.example.com")
    enum Chat {
        @WebSocket("/rooms/{id}", incoming: ChatEvent.self, outgoing: ChatCommand.self) case room(id: Int)
        @WebSocket("/log") case log(since: Date)
    }

    @Test func connectionOfAClient() async throws {
        StubSet.current.on(.webSocket("/rooms/{id}")) { conversation in
            try await conversation.expect(json: Command(text: "hello"))
            try conversation.send(json: Event(text: "welcome to \(conversation.request.pathParameters["id"] ?? "")"))
        }
        let chat = ChatClient()
        let room = try await chat.room(id: 7)
        try await room.send(Command(text: "hello"))
        for try await event in room { print(event.text) }
        #expect(StubSet.current.requests.map(\.url.path) == ["/rooms/7"])
    }

    @Test func connectionForTheTimeOfAClosure() async throws {
        StubSet.current.on(.webSocket("/rooms/7")) { try await $0.expect(json: Command(text: "hello")) }
        let chat = ChatClient()
        try await chat.provider.withWebSocket(.room(id: 7), codec: .json(Event.self, Command.self)) { connection in
            try await connection.send(Command(text: "hello"))
        }
    }

    @Test func sessionOfAClient() async throws {
        StubSet.current.on(.webSocket("/lobby")) { try $0.send(json: Event(text: "a")) }
        let texts = try await ChatClient().lobby().reduce(into: [String]()) { $0.append($1.text) }
        #expect(texts == ["a"])
    }

    @Test func sessionRunsItsClosureOnEachConnection() async throws {
        StubSet.current.on(.webSocket("/rooms/7")) { conversation in
            try await conversation.expect(json: Command(text: "I am back"))
            try conversation.send(json: Event(text: "welcome"))
        }
        let rooms = RoomClient()
        let session = rooms.room(id: 7) { connection in try await connection.send(Command(text: "I am back")) }
        for try await event in session { print(event.text) }
        #expect(StubSet.current.requests.count == 1)
    }

    @Test func connectionsOfAnEnum() async throws {
        StubSet.current.on(.webSocket("/rooms/{id}")) { try await $0.expect(json: ChatCommand(text: "hello")) }
        StubSet.current.on(.webSocket("/log")) { $0.send("started") }
        let room = try await Chat.Calls().room(id: 7)
        try await room.send(ChatCommand(text: "hello"))
        for try await _ in room {}
        let log = try await Provider<Chat>().connect(.log(since: .now), codec: .text)
        let lines = try await log.reduce(into: [String]()) { $0.append($1) }
        #expect(lines == ["started"])
    }
}
#endif
