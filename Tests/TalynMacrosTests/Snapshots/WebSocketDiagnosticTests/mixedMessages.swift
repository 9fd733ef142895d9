// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/a") func a() async throws -> WebSocketConnection<String, Command>
    @WebSocket("/b") func b() -> WebSocketSession<Event, Data>
}

// MARK: 2:47: error: messages are text, WebSocketMessage or JSON in both directions; for others, add a parameter such as 'codec: WebSocketCodec<String, Command>'

// MARK: 3:34: error: messages are text, WebSocketMessage or JSON in both directions; for others, add a parameter such as 'codec: WebSocketCodec<Event, Data>'
