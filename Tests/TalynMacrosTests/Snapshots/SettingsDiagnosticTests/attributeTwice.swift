// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users")
    @Sample("{}")
    // The full one.
    @Sample("[]")
    case users
}

// MARK: 5:5: error: @Sample is there already, and one of them would say nothing

// MARK: Fix-it: remove '@Sample'

@API enum Users {
    @GET("/users")
    @Sample("{}")
    // The full one.
    case users
}
