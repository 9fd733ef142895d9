// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    /// All of them.
    @GET("/users") func users() async throws -> [User] {
        []
    }
    var count = 0
}

// MARK: 3:56: error: @Client generates the body of a function with a method and a path; remove this one

// MARK: Fix-it: remove the body

@Client("https://a.example") struct Users {
    /// All of them.
    @GET("/users") func users() async throws -> [User]
    var count = 0
}
