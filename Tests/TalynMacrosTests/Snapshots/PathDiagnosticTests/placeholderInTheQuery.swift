// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/search?q={q}") case search(q: String)
}

// MARK: 2:21: error: a placeholder must be in the path; remove 'q' here, and it is sent in the query
