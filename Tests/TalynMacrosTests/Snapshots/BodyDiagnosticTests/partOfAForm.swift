// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/x") @Form @Part("image") case post(image: Data, title: String)
}

// MARK: 2:17: error: 'image' is a part of a multipart body, which contradicts @Form

// MARK: Fix-it: remove '@Form'

@API enum Users {
    @POST("/x") @Part("image") case post(image: Data, title: String)
}
