// swift-format-ignore-file

// MARK: Source

@API @Headers(["A": "b"]) enum Users {
    @GET("/users") case users
    var headers: [String: String]? { nil }
}

// MARK: 1:6: warning: 'headers' is written by hand, which wins: @Headers says nothing

// MARK: Fix-it: remove '@Headers'

@API enum Users {
    @GET("/users") case users
    var headers: [String: String]? { nil }
}
