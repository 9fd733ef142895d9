// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") case a
    /// All of them.
    case all
}

// MARK: 4:10: error: 'all' has no method and no path; add an attribute such as @GET("/all")

// MARK: Fix-it: insert '@GET("/all")'

@API enum Users {
    @GET("/a") case a
    /// All of them.
    @GET("/all") case all
}
