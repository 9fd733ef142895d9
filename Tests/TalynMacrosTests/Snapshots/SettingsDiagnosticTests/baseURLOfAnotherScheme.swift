// swift-format-ignore-file

// MARK: Source

@Client("ftp://a.example") struct Users {
    @GET("/users") func users() async throws
}

// MARK: 1:9: error: a base URL needs http or https, and a host, such as https://example.com
