// swift-format-ignore-file

// MARK: Source

@API("") enum Users {
    @GET("/users") case users
}

// MARK: 1:6: error: a base URL needs http or https, and a host, such as https://example.com
