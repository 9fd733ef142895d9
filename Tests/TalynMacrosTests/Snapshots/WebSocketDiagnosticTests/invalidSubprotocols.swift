// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/a", subprotocols: ["chat.v2", "chat v1", "chat.v2"]) func a() async throws -> WebSocketConnection<Event, Command>
}

// MARK: 2:48: error: a subprotocol is a token such as "chat.v2", and appears once (RFC 6455, section 4.1)

// MARK: 2:59: error: a subprotocol is a token such as "chat.v2", and appears once (RFC 6455, section 4.1)
