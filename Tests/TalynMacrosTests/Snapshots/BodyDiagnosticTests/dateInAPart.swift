// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Multipart case add(since: Date)
}

// MARK: 2:48: error: Date has no text that servers know from a part: make 'since' the text itself, a String
