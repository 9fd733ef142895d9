// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func a(to file: DownloadDestination) async -> Result<Response, any Error>
}

// MARK: 2:79: error: a call fails with a TalynError; write it as the failure of the Result

// MARK: Fix-it: write 'async -> Result<Response, TalynError>'

@Client("https://a.example") struct Users {
    @GET("/a") func a(to file: DownloadDestination) async -> Result<Response, TalynError>
}
