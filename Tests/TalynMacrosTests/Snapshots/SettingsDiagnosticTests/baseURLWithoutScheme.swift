// swift-format-ignore-file

// MARK: Source

@API("a.example/v1") enum Users {
    @GET("/users") case users
}

// MARK: 1:6: error: a base URL needs http or https, and a host, such as https://example.com

// MARK: Fix-it: insert 'https://'

@API("https://a.example/v1") enum Users {
    @GET("/users") case users
}
