// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/zen") func zen() async throws -> Result<Zen, TalynError>
}

// MARK: 2:23: error: a call takes time, and its Result has the failure: 'zen' is async without throws
