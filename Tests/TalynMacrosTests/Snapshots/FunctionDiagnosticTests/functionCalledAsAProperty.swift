// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/provider") func provider() async throws -> User
}

// MARK: 2:28: error: there is a property 'provider' beside the function of this one: give it another name
