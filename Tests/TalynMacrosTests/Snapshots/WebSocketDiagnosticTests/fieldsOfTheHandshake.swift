// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/a") @Headers(["sec-websocket-protocol": "chat.v2"]) func a() async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/b") func b(@Header(name: "Sec-WebSocket-Key") key: String) async throws -> WebSocketConnection<Event, Command>
}

// MARK: 2:22: error: the handshake sets the field 'sec-websocket-protocol' itself; for subprotocols, write 'subprotocols:'

// MARK: 3:29: error: the handshake sets the field 'Sec-WebSocket-Key' itself; for subprotocols, write 'subprotocols:'
