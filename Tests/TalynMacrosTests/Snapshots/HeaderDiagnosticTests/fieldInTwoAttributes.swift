// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Headers(["Accept": "a"]) @Headers(["Accept": "b"]) case users
}

// MARK: 2:56: error: the header field 'Accept' appears twice
