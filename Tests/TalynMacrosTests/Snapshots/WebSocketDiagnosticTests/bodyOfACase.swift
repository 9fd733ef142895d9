// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @WebSocket("/a", incoming: Event.self, outgoing: Command.self) @Body("hello") case a(hello: Event)
}

// MARK: 2:74: error: the handshake of a WebSocket can't have a body (RFC 6455, section 4.1), but 'hello' would be in it
