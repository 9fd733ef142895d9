// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @HTTP("REPORT", "/b") func b() -> WebSocketSession<Event, Command>
}

// MARK: 2:39: error: a WebSocket needs @WebSocket with its path, and has no other method
