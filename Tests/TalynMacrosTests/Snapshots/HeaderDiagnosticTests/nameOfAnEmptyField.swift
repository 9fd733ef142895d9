// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("a", name: "") case users(a: Int)
}

// MARK: 2:39: error: a header field has a name
