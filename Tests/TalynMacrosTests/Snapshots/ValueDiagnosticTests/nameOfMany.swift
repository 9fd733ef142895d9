// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query("page", "size", name: "p") case users(page: Int, size: Int)
}

// MARK: 2:49: error: a name is that of one value
