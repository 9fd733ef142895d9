// swift-format-ignore-file

// MARK: Source

@API enum Users {
    case a, b
}

// MARK: 2:10: error: 'a' has no method and no path: write @GET("/a") or another before it

// MARK: 2:13: error: 'b' has no method and no path: write @GET("/b") or another before it
