// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/export") func export(to: DownloadDestination?) async throws -> Response
}

// MARK: 2:37: error: a download needs a destination, so 'to' can't be optional
