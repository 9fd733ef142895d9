// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/a") func a(rules: WebSocketReconnection) async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/b") func b(codec: WebSocketCodec<Event, Command>, other: WebSocketCodec<Event, Command>) async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/c") func c(limits: WebSocketOptions?) async throws -> WebSocketConnection<Event, Command>
}

// MARK: 2:29: error: a WebSocketConnection doesn't connect again, and 'rules' isn't sent; return a WebSocketSession

// MARK: 3:68: error: a call has one argument 'codec', and another parameter already is it

// MARK: 4:29: error: 'limits' can't be optional; give it a default value instead
