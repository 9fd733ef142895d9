// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Body("a", "b") case add(a: User, b: User)
}

// MARK: 2:32: error: a request has one body, and 'a' already is the body
