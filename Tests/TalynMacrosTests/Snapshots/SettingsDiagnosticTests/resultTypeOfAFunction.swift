// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") @ResultType([User].self) func users() async throws -> [User]
}

// MARK: 2:20: error: @ResultType is for an enum with @API; a function declares its result itself

// MARK: Fix-it: remove '@ResultType'

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
}
