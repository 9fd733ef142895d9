// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func a() async throws -> WebSocketConnection<Event, Command>
}

// MARK: 2:41: error: a WebSocket needs @WebSocket with its path, and has no other method

// MARK: Fix-it: write '@WebSocket'

@Client("https://a.example") struct Users {
    @WebSocket("/a") func a() async throws -> WebSocketConnection<Event, Command>
}
