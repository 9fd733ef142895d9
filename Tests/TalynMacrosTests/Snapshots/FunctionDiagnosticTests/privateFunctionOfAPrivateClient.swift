// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") private struct Users {
    @GET("/a") private func a() async throws
}

// MARK: 2:29: warning: 'a' is private, and so are the generated 'Target', 'provider' and 'init'; write an initialiser that others can call
