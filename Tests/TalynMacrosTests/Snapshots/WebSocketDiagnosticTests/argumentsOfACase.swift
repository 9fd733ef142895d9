// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @WebSocket("/a") case a(limits: WebSocketOptions)
}

// MARK: 2:29: error: 'limits' isn't sent; remove it here, and pass it to 'connect' or 'session' of the provider
