// swift-format-ignore-file

// MARK: Source

@API @Headers(["\u{58}-N\u{e4}me": "a"]) enum Users {
    @GET("/users") case users
}

// MARK: 1:25: error: the name of a header field can't have the character "\u{00E4}"

// MARK: Fix-it: write 'X-N-me'

@API @Headers(["X-N-me": "a"]) enum Users {
    @GET("/users") case users
}
