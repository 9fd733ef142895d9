// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
    var requestOptions = RequestOptions()
}

// MARK: 3:9: error: calls don't read 'requestOptions' of the struct: write @Options(…) before the struct or a function, or give this property another name
