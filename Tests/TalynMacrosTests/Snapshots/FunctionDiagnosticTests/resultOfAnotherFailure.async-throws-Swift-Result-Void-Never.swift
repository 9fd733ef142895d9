// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> Swift.Result<Void, Never>
}

// MARK: 2:68: error: a call fails with a TalynError; write it as the failure of the Result

// MARK: Fix-it: write 'async -> Swift.Result<Void, TalynError>'

@Client("https://a.example") struct Users {
    @GET("/users") func users() async -> Swift.Result<Void, TalynError>
}
