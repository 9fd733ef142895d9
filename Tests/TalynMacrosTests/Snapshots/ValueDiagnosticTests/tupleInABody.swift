// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") case users(names: (first: String, last: String))
}

// MARK: 2:39: error: a closure or a tuple can't be sent; give 'names' an Encodable type
