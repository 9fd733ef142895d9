// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func user(id: Int) async throws
    @GET("/b") func user(id: UUID) async throws
}

// MARK: 3:21: error: another endpoint already has the case name 'userId'; rename this one
