// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Body user: (some Encodable)?) async throws
}

// MARK: 2:42: error: a function with a value that is inout, variadic or of an opaque type is no endpoint
