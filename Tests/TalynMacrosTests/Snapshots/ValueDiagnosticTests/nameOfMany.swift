// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query("page", "size", name: "p") case users(page: Int, size: Int)
}

// MARK: 2:49: error: 'name:' applies to a single value; write an attribute for each value
