// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") public struct Users {
    @GET("/a") public func a() async throws
    @GET("/b") func b() async throws
}

// MARK: 3:21: warning: 'b' isn't public, so the generated 'Target', 'provider' and 'init' aren't either
