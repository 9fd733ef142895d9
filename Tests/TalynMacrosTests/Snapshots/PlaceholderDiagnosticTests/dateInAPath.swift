// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{day}") case users(day: Date)
}

// MARK: 2:42: error: Date has no standard text format for a path; make 'day' a String
