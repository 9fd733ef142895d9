// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() async -> Result<User, any Error>
}

// MARK: 2:55: error: a call fails with a TalynError; write it as the failure of the Result

// MARK: Fix-it: write 'async -> Result<User, TalynError>'

@Client("https://a.example") struct Users {
    @GET("/users") func users() async -> Result<User, TalynError>
}
