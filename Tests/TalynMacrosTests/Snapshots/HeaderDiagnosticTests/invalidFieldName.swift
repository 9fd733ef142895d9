// swift-format-ignore-file

// MARK: Source

@API @Headers(["X Name": "a"]) enum Users {
    @GET("/users") case users
}

// MARK: 1:18: error: the name of a header field can't have the character " "

// MARK: Fix-it: write 'X-Name'

@API @Headers(["X-Name": "a"]) enum Users {
    @GET("/users") case users
}
