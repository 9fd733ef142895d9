// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Multipart @Body("user") case add(user: Data)
}

// MARK: 2:38: error: a multipart body consists of parts; use @Part for 'user'

// MARK: Fix-it: write '@Part'

@API enum Users {
    @POST("/users") @Multipart @Part("user") case add(user: Data)
}
