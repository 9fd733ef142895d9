// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users(filter: @Sendable (User) -> Bool)
}

// MARK: 2:39: error: a closure or a tuple can't be sent; give 'filter' an Encodable type
