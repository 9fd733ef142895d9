// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}") @Query("name") case user(name: String)
}

// MARK: 2:34: error: 'name' is used twice; it is already in the path

// MARK: Fix-it: remove '@Query'

@API enum Users {
    @GET("/users/{name}") case user(name: String)
}
