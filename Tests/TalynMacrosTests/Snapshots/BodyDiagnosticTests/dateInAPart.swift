// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Multipart case add(since: Date)
}

// MARK: 2:48: error: Date has no standard text format for a part; make 'since' a String
