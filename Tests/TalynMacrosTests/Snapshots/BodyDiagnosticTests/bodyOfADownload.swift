// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/export") case export(filter: String, to: DownloadDestination)
}

// MARK: 2:34: error: a call with a DownloadDestination can't have a body, but 'filter' would be in it
