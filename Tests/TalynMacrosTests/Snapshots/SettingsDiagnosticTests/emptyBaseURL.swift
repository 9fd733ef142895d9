// swift-format-ignore-file

// MARK: Source

@API("") enum Users {
    @GET("/users") case users
}

// MARK: 1:6: error: this is no base URL; write one such as https://example.com
