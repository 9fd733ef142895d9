// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query("page", name: "p") @Query("part", name: "p") case users(page: Int, part: Int)
}

// MARK: 2:53: error: 'page' already is the query parameter 'p'
