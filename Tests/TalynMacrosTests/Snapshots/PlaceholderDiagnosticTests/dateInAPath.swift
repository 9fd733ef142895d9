// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{day}") case users(day: Date)
}

// MARK: 2:42: error: Date has no text that servers know from a path: make 'day' the text itself, a String
