// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}") case user(String, _: Int)
}

// MARK: 2:45: error: a value without a label needs a placeholder in the path, but no placeholder is left for it

// MARK: Fix-it: insert a label

@API enum Users {
    @GET("/users/{name}") case user(String, value1: Int)
}
