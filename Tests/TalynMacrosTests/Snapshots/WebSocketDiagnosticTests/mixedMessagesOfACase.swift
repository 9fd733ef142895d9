// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @WebSocket("/a", incoming: Event.self, outgoing: String.self) case a
}

// MARK: 2:54: error: messages are text, WebSocketMessage or JSON in both directions; for others, remove 'incoming:' and 'outgoing:', and pass a WebSocketCodec to 'connect' of the provider
