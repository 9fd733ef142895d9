// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() -> Result<Data, Own.Failure>
}

// MARK: 2:49: error: a call fails with a TalynError; write it as the failure of the Result

// MARK: Fix-it: write 'async -> Result<Data, TalynError>'

@Client("https://a.example") struct Users {
    @GET("/users") func users() async -> Result<Data, TalynError>
}
