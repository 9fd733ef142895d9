// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") case a
    /// All of them.
    case all
}

// MARK: 4:10: error: 'all' has no method and no path: write @GET("/all") or another before it

// MARK: Fix-it: insert '@GET("/all")'

@API enum Users {
    @GET("/a") case a
    /// All of them.
    @GET("/all") case all
}
