// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a/{}") case user(name: String)
}

// MARK: 2:14: error: a placeholder is a name in braces: {name}
