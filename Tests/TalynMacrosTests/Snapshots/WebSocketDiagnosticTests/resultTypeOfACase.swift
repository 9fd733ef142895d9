// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @WebSocket("/a") @ResultType(Event.self) case a
}

// MARK: 2:22: error: a WebSocket has types in both directions: write @WebSocket(…, incoming: Event.self, outgoing: Command.self)

// MARK: Fix-it: remove '@ResultType'

@API enum Users {
    @WebSocket("/a") case a
}
