// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Headers(["A": "b\r\n"]) case users
}

// MARK: 2:37: error: the value of a header field can't have line breaks, control characters, or spaces at its ends
