// swift-format-ignore-file

// MARK: Source

@API("https://a.example/a b") enum Users {
    @GET("/users") case users
}

// MARK: 1:26: error: a URL can't have this character; percent-encode it, and write the domain in ASCII
