// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @JSON @Form case add(name: String)
}

// MARK: 2:27: error: a body is JSON, a form or multipart, and not two of them

// MARK: Fix-it: remove '@Form'

@API enum Users {
    @POST("/users") @JSON case add(name: String)
}
