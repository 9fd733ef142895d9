// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @WebSocket("/rooms") func rooms() -> EventStream<Event>
}

// MARK: 2:42: error: a function with @WebSocket returns a WebSocketConnection of the types of both directions, such as WebSocketConnection<Event, Command>, or a WebSocketSession
