// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/a") func a(@Body text: String) async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/b") func b(body: Event) async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/c") @Form func c() async throws -> WebSocketConnection<Event, Command>
}

// MARK: 2:29: error: the handshake of a WebSocket can't have a body (RFC 6455, section 4.1), but 'text' would be in it

// MARK: 3:29: error: the handshake of a WebSocket can't have a body (RFC 6455, section 4.1), but 'body' would be in it

// MARK: Fix-it: insert '@Query("body")'

@Client("https://a.example") struct Users {
    @WebSocket("/a") func a(@Body text: String) async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/b") @Query("body") func b(body: Event) async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/c") @Form func c() async throws -> WebSocketConnection<Event, Command>
}

// MARK: 4:22: error: the handshake of a WebSocket can't have a body (RFC 6455, section 4.1)

// MARK: Fix-it: remove '@Form'

@Client("https://a.example") struct Users {
    @WebSocket("/a") func a(@Body text: String) async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/b") func b(body: Event) async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/c") func c() async throws -> WebSocketConnection<Event, Command>
}
