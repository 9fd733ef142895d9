// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/rooms") func rooms() async -> Result<WebSocketSession<Event, Command>, TalynError>
}

// MARK: 2:48: error: a function with @WebSocket returns a WebSocketConnection of the types of both directions, such as WebSocketConnection<Event, Command>, or a WebSocketSession
