// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") case a, b
}

// MARK: 2:24: error: the attributes are those of 'a': each endpoint has a declaration of its own
