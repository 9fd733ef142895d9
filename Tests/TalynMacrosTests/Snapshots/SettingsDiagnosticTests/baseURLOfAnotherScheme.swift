// swift-format-ignore-file

// MARK: Source

@Client("ftp://a.example") struct Users {
    @GET("/users") func users() async throws
}

// MARK: 1:9: error: this is no base URL; write one such as https://example.com
