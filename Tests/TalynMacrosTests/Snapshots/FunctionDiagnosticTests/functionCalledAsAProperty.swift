// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/provider") func provider() async throws -> User
}

// MARK: 2:28: error: 'provider' is also the name of a generated property; rename this endpoint
