// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/rooms") func rooms() async throws -> WebSocketConnection<Event>
}

// MARK: 2:55: error: a function with @WebSocket returns a WebSocketConnection of the types of both directions, such as WebSocketConnection<Event, Command>, or a WebSocketSession
