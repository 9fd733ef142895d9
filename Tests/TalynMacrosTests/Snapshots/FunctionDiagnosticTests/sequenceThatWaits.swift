// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> EventStream<User>
}

// MARK: 2:33: error: a function that returns a sequence doesn't wait; remove async and throws

// MARK: Fix-it: remove 'async throws'

@Client("https://a.example") struct Users {
    @GET("/users") func users() -> EventStream<User>
}
