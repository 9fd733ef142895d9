// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/a", incoming: Event.self, outgoing: Command.self) func a() async throws -> WebSocketConnection<Event, Command>
}

// MARK: 2:32: error: a function declares the types of messages in its result; remove them here
