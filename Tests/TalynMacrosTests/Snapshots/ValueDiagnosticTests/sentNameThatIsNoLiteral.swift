// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query("page", name: key) case users(page: Int)
}

// MARK: 2:41: error: a name has to be a string literal
