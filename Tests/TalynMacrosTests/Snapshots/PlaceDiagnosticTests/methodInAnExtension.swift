// swift-format-ignore-file

// MARK: Source

extension Users {
    @GET("/users") func users() async throws -> [User]
}

// MARK: 2:5: error: @GET says nothing here: the struct itself needs @Client, and an extension of it isn't read
