// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/search?kind=a") @Query("sort", name: "kind") case search(sort: String)
}

// MARK: 2:35: error: the path already has the query parameter 'kind'
