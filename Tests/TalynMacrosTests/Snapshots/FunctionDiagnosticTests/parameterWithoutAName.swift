// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users/{id}") func user(_: Int) async throws -> User
}

// MARK: 2:35: error: this parameter needs a name; write one after '_'
