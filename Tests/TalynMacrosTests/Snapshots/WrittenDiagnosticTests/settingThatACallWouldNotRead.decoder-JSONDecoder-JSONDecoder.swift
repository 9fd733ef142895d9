// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
    var decoder: JSONDecoder { JSONDecoder() }
}

// MARK: 3:9: error: calls don't use 'decoder' of the struct; add @Decoder(…) to the struct or a function, or rename this property
