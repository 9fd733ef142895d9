// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/:name/posts") case posts(name: String)
}

// MARK: 2:18: error: write a placeholder as a name in braces: {name}

// MARK: Fix-it: write '{name}'

@API enum Users {
    @GET("/users/{name}/posts") case posts(name: String)
}
