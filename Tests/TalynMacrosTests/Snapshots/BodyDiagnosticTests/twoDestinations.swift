// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/export") func export(to: DownloadDestination, or: DownloadDestination) async throws -> Response
}

// MARK: 2:58: error: a download has one destination, and 'to' already is the destination
