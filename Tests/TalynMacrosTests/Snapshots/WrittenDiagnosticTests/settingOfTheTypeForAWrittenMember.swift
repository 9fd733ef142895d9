// swift-format-ignore-file

// MARK: Source

@API @Headers(["A": "b"]) enum Users {
    @GET("/users") case users
    var headers: [String: String]? { nil }
}

// MARK: 1:6: warning: @Headers has no effect, because 'headers' is written by hand

// MARK: Fix-it: remove '@Headers'

@API enum Users {
    @GET("/users") case users
    var headers: [String: String]? { nil }
}
