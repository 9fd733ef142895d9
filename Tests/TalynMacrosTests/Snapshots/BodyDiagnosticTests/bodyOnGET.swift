// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users(body: Filter)
}

// MARK: 2:31: error: a GET request can't have a body (RFC 9110, section 9.3), but 'body' would be in it

// MARK: Fix-it: write '@POST'

@API enum Users {
    @POST("/users") case users(body: Filter)
}

// MARK: Fix-it: insert '@Query("body")'

@API enum Users {
    @GET("/users") @Query("body") case users(body: Filter)
}
