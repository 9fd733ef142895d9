// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Body("filter") case users(filter: Filter)
}

// MARK: 2:26: error: a GET request can't have a body (RFC 9110, section 9.3), but 'filter' would be in it

// MARK: Fix-it: write '@POST'

@API enum Users {
    @POST("/users") @Body("filter") case users(filter: Filter)
}
