// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/caf\u{e9}/{name") case user(name: String)
}

// MARK: 2:22: error: write a placeholder as a name in braces: {name}
