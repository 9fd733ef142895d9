// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
    var envelope: ResponseEnvelope? { nil }
}

// MARK: 3:9: error: calls don't use 'envelope' of the struct; add @Envelope(…) to the struct or a function, or rename this property
