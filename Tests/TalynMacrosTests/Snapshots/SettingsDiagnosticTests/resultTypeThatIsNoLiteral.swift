// swift-format-ignore-file

// MARK: Source

@API @ResultType(type) enum Users {
    @GET("/users") case users
}

// MARK: 1:18: error: write the type itself, for the compiler to read it: User.self
