// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func a(f: @escaping () -> Int) async throws
    @GET("/b") func b(f: @escaping @Sendable () -> Int) async throws
    @GET("/c") func c(f: @autoclosure @escaping () -> Int) async throws
}

// MARK: 2:26: error: a closure or a tuple can't be sent; give 'f' an Encodable type

// MARK: 3:26: error: a closure or a tuple can't be sent; give 'f' an Encodable type

// MARK: 4:26: error: a closure or a tuple can't be sent; give 'f' an Encodable type
