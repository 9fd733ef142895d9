// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/search?q={q}") case search(q: String)
}

// MARK: 2:22: error: a placeholder stands for a part of the path: leave 'q' out here, and the query gets it by @Query
