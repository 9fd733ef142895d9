// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users(page: inout Int) async throws
}

// MARK: 2:37: error: a parameter of an endpoint can't be inout, variadic or of an opaque type
