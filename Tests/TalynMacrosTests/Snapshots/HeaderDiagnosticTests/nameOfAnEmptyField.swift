// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("a", name: "") case users(a: Int)
}

// MARK: 2:39: error: the name of a header field can't be empty
