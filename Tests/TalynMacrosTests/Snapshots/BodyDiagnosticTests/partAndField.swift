// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Part("image") @Field("name") case add(image: Data, name: String)
}

// MARK: 2:43: error: 'image' is a part of a multipart body; use @Part for 'name' too

// MARK: Fix-it: write '@Part'

@API enum Users {
    @POST("/users") @Part("image") @Part("name") case add(image: Data, name: String)
}
