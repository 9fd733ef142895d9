// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query case users(page: Int)
}

// MARK: 2:20: error: say which value: @Query("name")
