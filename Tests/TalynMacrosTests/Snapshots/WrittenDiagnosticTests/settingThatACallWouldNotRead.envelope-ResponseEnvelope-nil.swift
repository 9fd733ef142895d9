// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
    var envelope: ResponseEnvelope? { nil }
}

// MARK: 3:9: error: calls don't read 'envelope' of the struct: write @Envelope(…) before the struct or a function, or give this property another name
