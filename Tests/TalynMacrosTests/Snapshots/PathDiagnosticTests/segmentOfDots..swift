// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/.") case a
}

// MARK: 2:12: error: the segment '.' would lead to another place
