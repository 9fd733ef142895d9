// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query case users(page: Int)
}

// MARK: 2:20: error: @Query needs the name of a value, such as @Query("name")
