// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func a() async throws
    @GET("/b") fileprivate func b() async throws
}
@Client("https://a.example") public struct Groups {
    @GET("/a") private func a() async throws
}

// MARK: 3:33: warning: 'b' is fileprivate, and so are the generated 'Target', 'provider' and 'init'; write an initialiser that others can call

// MARK: 6:29: warning: 'a' is private, and so are the generated 'Target', 'provider' and 'init'; write an initialiser that others can call
