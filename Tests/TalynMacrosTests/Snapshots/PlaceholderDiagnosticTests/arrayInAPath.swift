// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{ids}") case users(ids: [Int])
}

// MARK: 2:42: error: Array has no text that servers know from a path: make 'ids' the text itself, a String
