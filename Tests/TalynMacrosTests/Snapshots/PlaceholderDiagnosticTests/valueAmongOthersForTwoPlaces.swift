// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}") @Query("page", "name") case user(name: String, page: Int)
}

// MARK: 2:42: error: 'name' is used twice; it is already in the path
