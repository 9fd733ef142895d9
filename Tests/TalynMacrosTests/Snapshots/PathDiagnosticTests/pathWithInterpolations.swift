// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/\(name)/\(id)") case user(name: String, id: Int)
}

// MARK: 2:18: error: a path can't be interpolated; write each value as a placeholder: {name}

// MARK: Fix-it: write placeholders

@API enum Users {
    @GET("/users/{name}/{id}") case user(name: String, id: Int)
}
