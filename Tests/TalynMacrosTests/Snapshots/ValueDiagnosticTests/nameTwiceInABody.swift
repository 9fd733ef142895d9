// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Coding(keys: .snakeCase) case users(userName: String, user_name: String)
}

// MARK: 2:76: error: 'userName' already is the body field 'user_name'
