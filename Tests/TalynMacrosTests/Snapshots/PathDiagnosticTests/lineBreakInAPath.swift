// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a\n/b") case a
}

// MARK: 2:13: error: a path can't have line breaks or control characters
