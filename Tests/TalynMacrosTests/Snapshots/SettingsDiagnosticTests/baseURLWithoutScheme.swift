// swift-format-ignore-file

// MARK: Source

@API("a.example/v1") enum Users {
    @GET("/users") case users
}

// MARK: 1:6: error: this is no base URL; write one such as https://example.com

// MARK: Fix-it: insert 'https://'

@API("https://a.example/v1") enum Users {
    @GET("/users") case users
}
