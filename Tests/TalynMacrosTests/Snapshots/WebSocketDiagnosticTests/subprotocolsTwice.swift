// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/a", subprotocols: ["chat.v2"]) func a(options: WebSocketOptions) async throws -> WebSocketConnection<Event, Command>
}

// MARK: 2:36: error: nothing uses these subprotocols, because a parameter has the WebSocketOptions; set them there
