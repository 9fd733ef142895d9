// swift-format-ignore-file

// MARK: Source

@Validation(.none) @Validation(.successCodes) @API enum Users {
    @GET("/users") case users
}

// MARK: 1:20: error: @Validation appears twice; remove one of them

// MARK: Fix-it: remove '@Validation'

@Validation(.none) @API enum Users {
    @GET("/users") case users
}
