// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
    var headers: [String: String]? { [:] }
}

// MARK: 3:9: error: calls don't read 'headers' of the struct: write @Headers(…) before the struct or a function, or give this property another name
