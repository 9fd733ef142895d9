// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/zen") func zen() async throws -> String?
}

// MARK: 2:45: error: a response always has a body, which may be empty; return String

// MARK: Fix-it: remove '?'

@Client("https://a.example") struct Users {
    @GET("/zen") func zen() async throws -> String
}
