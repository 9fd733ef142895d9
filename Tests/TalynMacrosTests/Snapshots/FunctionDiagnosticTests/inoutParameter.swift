// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users(page: inout Int) async throws
}

// MARK: 2:37: error: a function with a value that is inout, variadic or of an opaque type is no endpoint
