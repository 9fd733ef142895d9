// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Body user: (some Encodable)?) async throws
}

// MARK: 2:42: error: a parameter of an endpoint can't be inout, variadic or of an opaque type
