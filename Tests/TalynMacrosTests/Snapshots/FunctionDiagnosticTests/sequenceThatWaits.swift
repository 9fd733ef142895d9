// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> EventStream<User>
}

// MARK: 2:33: error: a sequence is returned at once, without async and throws
