// swift-format-ignore-file

// MARK: Source

@API @ResultType(type) enum Users {
    @GET("/users") case users
}

// MARK: 1:18: error: the type must be written here, such as User.self
