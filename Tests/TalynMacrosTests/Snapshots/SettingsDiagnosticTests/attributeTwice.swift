// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users")
    @Sample("{}")
    // The full one.
    @Sample("[]")
    case users
}

// MARK: 5:5: error: @Sample appears twice; remove one of them

// MARK: Fix-it: remove '@Sample'

@API enum Users {
    @GET("/users")
    @Sample("{}")
    // The full one.
    case users
}
