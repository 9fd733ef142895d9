// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @Coding(nil, keys: nil) case a
}

// MARK: 2:16: error: @Coding needs a format, such as keys: .snakeCase, or options

// MARK: Fix-it: remove '@Coding'

@API enum Users {
    @GET("/a") case a
}
