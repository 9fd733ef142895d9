// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/search#top") case search
}

// MARK: 2:18: error: a request has no fragment; percent-encode a '#' of the path as %23
