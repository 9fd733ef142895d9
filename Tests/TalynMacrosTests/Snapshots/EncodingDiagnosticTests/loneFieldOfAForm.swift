// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") @Form func add(_ user: User) async throws
}

// MARK: 2:36: warning: the body will be a form with the field 'user'; add @Body to send 'user' as the whole body, or add a label to keep the field

// MARK: Fix-it: insert '@Body'

@Client("https://a.example") struct Users {
    @POST("/users") @Form func add(@Body _ user: User) async throws
}

// MARK: Fix-it: insert a label

@Client("https://a.example") struct Users {
    @POST("/users") @Form func add(user: User) async throws
}
