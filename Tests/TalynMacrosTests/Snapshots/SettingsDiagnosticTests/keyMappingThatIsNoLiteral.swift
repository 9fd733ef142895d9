// swift-format-ignore-file

// MARK: Source

@API @KeyMapping(mapping) enum Users {
    @GET("/users") case users
}

// MARK: 1:18: error: the key mapping must be written here as .snakeCase or .useDefaultKeys
