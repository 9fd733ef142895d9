// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users/{name}") func user(
        // How many.
        count: Int
    ) async throws -> User
}

// MARK: 2:18: error: there is no value with the name 'name'

// MARK: Fix-it: write '{count}'

@Client("https://a.example") struct Users {
    @GET("/users/{count}") func user(
        // How many.
        count: Int
    ) async throws -> User
}

// MARK: Fix-it: add 'name: String'

@Client("https://a.example") struct Users {
    @GET("/users/{name}") func user(
        // How many.
        count: Int, name: String
    ) async throws -> User
}
