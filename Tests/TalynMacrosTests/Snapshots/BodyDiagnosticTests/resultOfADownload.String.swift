// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/export") func export(to: DownloadDestination) async throws -> String
}

// MARK: 2:74: error: the body of a download is in its file; return Response, TransferStream or nothing
