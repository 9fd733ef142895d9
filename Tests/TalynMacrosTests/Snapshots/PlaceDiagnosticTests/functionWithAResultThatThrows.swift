// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/zen") func zen() async throws -> Result<Zen, TalynError>
}

// MARK: 2:23: error: 'zen' returns failures in its Result; declare it as async, without throws
