// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query(page) case users(page: Int)
}

// MARK: 2:27: error: the name of a value must be a string literal
