// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Query("name") @Field("name") case user(name: String)
}

// MARK: 2:43: error: 'name' is used twice; send it in one place only

// MARK: Fix-it: remove '@Field'

@API enum Users {
    @POST("/users") @Query("name") case user(name: String)
}
