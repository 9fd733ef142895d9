// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Headers([key: "a"]) case users
}

// MARK: 2:30: error: the name of a header field must be a string literal
