// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users(ids: Int...) async throws
}

// MARK: 2:36: error: a function with a value that is inout, variadic or of an opaque type is no endpoint
