// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users/{name}") func user(name: Optional<String> = "ada") async throws
}

// MARK: 2:43: error: a value in a path is required, so 'name' can't be optional

// MARK: Fix-it: write 'String'

@Client("https://a.example") struct Users {
    @GET("/users/{name}") func user(name: String = "ada") async throws
}
