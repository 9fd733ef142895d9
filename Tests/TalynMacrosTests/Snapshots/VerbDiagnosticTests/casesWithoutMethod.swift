// swift-format-ignore-file

// MARK: Source

@API enum Users {
    case a, b
}

// MARK: 2:10: error: 'a' has no method and no path; add an attribute such as @GET("/a")

// MARK: 2:13: error: 'b' has no method and no path; add an attribute such as @GET("/b")
