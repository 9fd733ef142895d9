// swift-format-ignore-file

// MARK: Source

@API("https://a.example/\u{e9}") enum Users {
    @GET("/users") case users
}

// MARK: 1:25: error: a URL can't have this character; percent-encode it, and write the domain in ASCII
