// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/search?q={q}") case search(q: String)
}

// MARK: 2:22: error: a placeholder must be in the path; remove 'q' here, and use @Query to send it in the query
