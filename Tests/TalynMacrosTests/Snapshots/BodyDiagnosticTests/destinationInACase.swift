// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/export") case export(filter: String, to: DownloadDestination)
}

// MARK: 2:50: error: a DownloadDestination isn't sent; remove it here, and pass it to 'download(_:to:)' of the provider
