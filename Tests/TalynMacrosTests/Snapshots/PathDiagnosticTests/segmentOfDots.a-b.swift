// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a/../b") case a
}

// MARK: 2:14: error: the segment '..' would lead to another place
