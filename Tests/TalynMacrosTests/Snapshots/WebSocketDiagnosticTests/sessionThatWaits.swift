// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/rooms") func rooms() async throws -> WebSocketSession<Event, Command>
}

// MARK: 2:39: error: a function that returns a sequence doesn't wait; remove async and throws

// MARK: Fix-it: remove 'async throws'

@Client("https://a.example") struct Users {
    @WebSocket("/rooms") func rooms() -> WebSocketSession<Event, Command>
}
