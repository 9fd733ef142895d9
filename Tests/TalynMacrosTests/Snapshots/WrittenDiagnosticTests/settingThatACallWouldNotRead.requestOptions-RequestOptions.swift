// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
    var requestOptions = RequestOptions()
}

// MARK: 3:9: error: calls don't use 'requestOptions' of the struct; add @Options(…) to the struct or a function, or rename this property
