// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{ids}") case users(ids: [Int])
}

// MARK: 2:42: error: Array has no standard text format for a path; make 'ids' a String
