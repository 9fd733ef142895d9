// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() -> [User]
}

// MARK: 2:25: error: 'users' makes a call over the network; declare it as async throws

// MARK: Fix-it: write 'async throws'

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
}
