// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") @Paged(.links) func users() async throws -> PageStream<[User]>
}

// MARK: 2:48: error: a function that returns a sequence doesn't wait; remove async and throws

// MARK: Fix-it: remove 'async throws'

@Client("https://a.example") struct Users {
    @GET("/users") @Paged(.links) func users() -> PageStream<[User]>
}
