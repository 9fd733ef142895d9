// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
    var decoder: JSONDecoder { JSONDecoder() }
}

// MARK: 3:9: error: calls don't read 'decoder' of the struct: write @Decoder(…) before the struct or a function, or give this property another name
