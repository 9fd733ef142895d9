// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
    var headerFields: HTTPFields { [:] }
}

// MARK: 3:9: error: calls don't use 'headerFields' of the struct; add @Headers(…) to the struct or a function, or rename this property
