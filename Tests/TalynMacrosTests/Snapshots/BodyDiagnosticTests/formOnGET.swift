// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Form case users(page: Int)
}

// MARK: 2:20: error: a GET request can't have a body (RFC 9110, section 9.3)

// MARK: Fix-it: write '@POST'

@API enum Users {
    @POST("/users") @Form case users(page: Int)
}

// MARK: Fix-it: remove '@Form'

@API enum Users {
    @GET("/users") case users(page: Int)
}
