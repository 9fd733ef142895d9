// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a/{first name}") case user(name: String)
}

// MARK: 2:14: error: write a placeholder as a name in braces: {name}
