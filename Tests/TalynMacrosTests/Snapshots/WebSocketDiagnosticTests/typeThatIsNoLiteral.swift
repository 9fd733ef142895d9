// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @WebSocket("/a", incoming: types[0], outgoing: Command.self) case a
}

// MARK: 2:32: error: the type must be written here, such as User.self
