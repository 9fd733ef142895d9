// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a/{name}}") case user(name: String)
}

// MARK: 2:20: error: write a placeholder as a name in braces: {name}
