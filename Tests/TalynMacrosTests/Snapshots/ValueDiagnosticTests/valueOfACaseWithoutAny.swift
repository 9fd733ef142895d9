// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query("page") case users
}

// MARK: 2:27: error: 'users' has no value 'page'; it has no named values
