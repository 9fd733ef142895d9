// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/export") case export(filter: String, to: DownloadDestination)
}

// MARK: 2:34: error: a call with a DownloadDestination has no body, and 'filter' would be in it
