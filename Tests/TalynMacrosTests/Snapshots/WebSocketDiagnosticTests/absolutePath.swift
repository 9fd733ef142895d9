// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("wss://chat.example.com/rooms") func a() async throws -> WebSocketConnection<Event, Command>
}

// MARK: 2:16: error: a path is relative to the base URL; to call another URL, set the 'url' of the call's options
