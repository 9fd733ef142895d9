// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @ResultType(User.self) case users
    struct Calls {}
}

// MARK: 2:20: warning: 'Calls' is written by hand, which wins: @ResultType says nothing

// MARK: Fix-it: remove '@ResultType'

@API enum Users {
    @GET("/users") case users
    struct Calls {}
}
