// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Headers(["Accept": "a", "accept": "b"]) case users
}

// MARK: 2:45: error: the header field 'accept' appears twice
