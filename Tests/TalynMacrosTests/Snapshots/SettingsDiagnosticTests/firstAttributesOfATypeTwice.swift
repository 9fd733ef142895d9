// swift-format-ignore-file

// MARK: Source

@Validation(.none) @Validation(.successCodes) @API enum Users {
    @GET("/users") case users
}

// MARK: 1:20: error: @Validation is there already, and one of them would say nothing

// MARK: Fix-it: remove '@Validation'

@Validation(.none) @API enum Users {
    @GET("/users") case users
}
