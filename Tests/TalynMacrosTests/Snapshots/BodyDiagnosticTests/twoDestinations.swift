// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/export") case export(to: DownloadDestination, or: DownloadDestination)
}

// MARK: 2:58: error: a download has one destination, and 'to' already is the destination
