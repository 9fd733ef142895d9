// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") case a, b
}

// MARK: 2:24: error: the attributes apply to 'a' only; declare each endpoint in a case of its own
