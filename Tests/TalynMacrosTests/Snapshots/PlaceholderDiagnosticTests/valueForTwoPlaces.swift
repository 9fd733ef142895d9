// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}") @Query("name") case user(name: String)
}

// MARK: 2:34: error: 'name' is used twice: it is in the path already

// MARK: Fix-it: remove '@Query'

@API enum Users {
    @GET("/users/{name}") case user(name: String)
}
