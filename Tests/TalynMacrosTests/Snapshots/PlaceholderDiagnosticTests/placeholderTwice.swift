// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}/friends/{name}") case friends(name: String)
}

// MARK: 2:33: error: 'name' is used twice; use each value once in a path
