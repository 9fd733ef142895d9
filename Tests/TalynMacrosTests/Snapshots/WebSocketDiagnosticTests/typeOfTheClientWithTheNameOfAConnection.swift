// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    struct WebSocketConnection<Incoming, Outgoing> {}
    @WebSocket("/rooms") func rooms() async throws -> WebSocketConnection<Event, Command>
}

// MARK: 3:55: error: a function with @WebSocket returns a WebSocketConnection of the types of both directions, such as WebSocketConnection<Event, Command>, or a WebSocketSession
