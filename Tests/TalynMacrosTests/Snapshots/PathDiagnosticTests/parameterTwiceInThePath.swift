// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/search?q=a&q=b") case search
}

// MARK: 2:10: error: the path already has the query parameter 'q'
