// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Headers(["": "a"]) case users
}

// MARK: 2:30: error: the name of a header field can't be empty
