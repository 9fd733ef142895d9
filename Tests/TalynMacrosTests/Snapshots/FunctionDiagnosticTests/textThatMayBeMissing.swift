// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/zen") func zen() async throws -> String?
}

// MARK: 2:45: error: the body of a response is never missing, if it may be empty: write String

// MARK: Fix-it: remove '?'

@Client("https://a.example") struct Users {
    @GET("/zen") func zen() async throws -> String
}
