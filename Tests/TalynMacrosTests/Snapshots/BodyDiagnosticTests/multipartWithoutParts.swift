// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users/{id}") @Multipart case add(id: Int)
}

// MARK: 2:26: error: a multipart body needs a part, but no value is left for one
