// swift-format-ignore-file

// MARK: Source

@API @Coding(keys: .kebabCase) enum Users {
    @GET("/users") case users
}

// MARK: 1:20: error: the format of keys must be written here as .snakeCase or .unchanged
