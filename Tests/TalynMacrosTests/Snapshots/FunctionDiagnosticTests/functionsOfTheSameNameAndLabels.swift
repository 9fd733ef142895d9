// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func user(id: Int) async throws
    @GET("/b") func user(id: UUID) async throws
}

// MARK: 3:21: error: no switch can tell cases of the same name apart: give this one another name than 'userId'
