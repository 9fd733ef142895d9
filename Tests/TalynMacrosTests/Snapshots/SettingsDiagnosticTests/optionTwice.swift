// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Options(timeout: .seconds(1)) @Options(timeout: .seconds(2)) case users
}

// MARK: 2:60: error: the option 'timeout' appears twice
