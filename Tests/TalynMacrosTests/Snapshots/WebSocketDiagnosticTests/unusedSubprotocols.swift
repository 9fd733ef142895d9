// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @WebSocket("/a", subprotocols: ["chat.v2"]) case a
}

// MARK: 2:36: error: nothing uses the subprotocols; add 'incoming:' and 'outgoing:', or pass the subprotocols to 'connect'
