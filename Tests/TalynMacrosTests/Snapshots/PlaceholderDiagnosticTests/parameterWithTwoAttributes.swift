// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") func user(@Query @Field name: String) async throws
}

// MARK: 2:38: error: 'name' is used twice; send it in one place only

// MARK: Fix-it: remove '@Field'

@Client("https://a.example") struct Users {
    @POST("/users") func user(@Query name: String) async throws
}
