// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users/{id}") func add(id: Int, _ user: User?) async throws
}

// MARK: 2:44: warning: the body will be {"user": …}; add @Body to send 'user' as the whole body, or add a label to keep the field

// MARK: Fix-it: insert '@Body'

@Client("https://a.example") struct Users {
    @POST("/users/{id}") func add(id: Int, @Body _ user: User?) async throws
}

// MARK: Fix-it: insert a label

@Client("https://a.example") struct Users {
    @POST("/users/{id}") func add(id: Int, user: User?) async throws
}
