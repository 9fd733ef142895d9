// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Headers(["A": "b\r\n"]) case users
}

// MARK: 2:37: error: the value of a header field has neither line breaks nor control characters, nor spaces at its ends
