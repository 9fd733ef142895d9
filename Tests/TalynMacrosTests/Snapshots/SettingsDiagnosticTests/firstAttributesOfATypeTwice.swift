// swift-format-ignore-file

// MARK: Source

@Validation(.any) @Validation(.successCodes) @API enum Users {
    @GET("/users") case users
}

// MARK: 1:19: error: @Validation appears twice; remove one of them

// MARK: Fix-it: remove '@Validation'

@Validation(.any) @API enum Users {
    @GET("/users") case users
}
