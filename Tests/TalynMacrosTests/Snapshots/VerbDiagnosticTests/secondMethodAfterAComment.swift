// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a")  // Reads.
    @POST("/b")
    case a
}

// MARK: 3:5: error: 'a' already has the method GET; an endpoint has one method

// MARK: Fix-it: remove '@POST'

@API enum Users {
    @GET("/a")
    case a
}
