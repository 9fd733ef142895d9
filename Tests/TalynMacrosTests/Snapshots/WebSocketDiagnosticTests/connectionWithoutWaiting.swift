// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/rooms") func rooms() -> WebSocketConnection<Event, Command>
}

// MARK: 2:31: error: 'rooms' makes a call over the network; declare it as async throws

// MARK: Fix-it: write 'async throws'

@Client("https://a.example") struct Users {
    @WebSocket("/rooms") func rooms() async throws -> WebSocketConnection<Event, Command>
}
