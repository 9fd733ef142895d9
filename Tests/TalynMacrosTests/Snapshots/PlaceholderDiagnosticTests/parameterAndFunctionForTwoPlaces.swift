// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") @Query("name") func add(@Field name: String) async throws
}

// MARK: 2:28: error: 'name' is used twice; send it in one place only

// MARK: Fix-it: remove '@Query'

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Field name: String) async throws
}
