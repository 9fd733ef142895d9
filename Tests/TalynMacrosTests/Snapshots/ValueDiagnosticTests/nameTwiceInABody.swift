// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @KeyMapping(.snakeCase) case users(userName: String, user_name: String)
}

// MARK: 2:74: error: 'userName' already is the body field 'user_name'
