// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
    var coding = CodingOptions()
}

// MARK: 3:9: error: calls don't use 'coding' of the struct; add @Coding(…) to the struct or a function, or rename this property
