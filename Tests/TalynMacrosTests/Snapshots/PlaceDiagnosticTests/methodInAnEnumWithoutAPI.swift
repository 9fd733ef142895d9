// swift-format-ignore-file

// MARK: Source

enum Users {
    @GET("/users") case users
}

// MARK: 2:5: error: @GET has no effect here: the endpoint must be in the enum with @API, not in an extension
