// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @JSON @Form case add(name: String)
}

// MARK: 2:27: error: a body has one format: JSON, form or multipart

// MARK: Fix-it: remove '@Form'

@API enum Users {
    @POST("/users") @JSON case add(name: String)
}
