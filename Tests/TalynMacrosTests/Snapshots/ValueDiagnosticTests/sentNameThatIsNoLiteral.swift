// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query("page", name: key) case users(page: Int)
}

// MARK: 2:41: error: a name must be a string literal
