// swift-format-ignore-file

// MARK: Source

@API @KeyMapping(mapping) enum Users {
    @GET("/users") case users
}

// MARK: 1:18: error: names are mapped while this is compiled: write .snakeCase or .useDefaultKeys here
