// swift-format-ignore-file

// MARK: Source

@API @Headers(["A": "b"]) enum Users {
    @GET("/users") case users
    var headerFields: HTTPFields { [:] }
}

// MARK: 1:6: warning: @Headers has no effect, because 'headerFields' is written by hand

// MARK: Fix-it: remove '@Headers'

@API enum Users {
    @GET("/users") case users
    var headerFields: HTTPFields { [:] }
}
