// swift-format-ignore-file

// MARK: Source

@API @Headers(common) enum Users {
    @GET("/users") case users
}

// MARK: 1:15: error: the header fields must be a dictionary literal
