// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/x") @Multipart @Field("title") case post(title: String)
}

// MARK: 2:35: error: a multipart body consists of parts; use @Part for 'title'

// MARK: Fix-it: write '@Part'

@API enum Users {
    @POST("/x") @Multipart @Part("title") case post(title: String)
}
