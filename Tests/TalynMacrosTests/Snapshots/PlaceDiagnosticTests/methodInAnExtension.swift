// swift-format-ignore-file

// MARK: Source

extension Users {
    @GET("/users") func users() async throws -> [User]
}

// MARK: 2:5: error: @GET has no effect here: the endpoint must be in the struct with @Client, not in an extension
