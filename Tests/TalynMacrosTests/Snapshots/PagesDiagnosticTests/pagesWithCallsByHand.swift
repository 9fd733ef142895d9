// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Paged(.links) @ResultType([User].self) case users
    struct Calls {}
}

// MARK: 2:20: warning: @Paged has no effect, because 'Calls' is written by hand

// MARK: Fix-it: remove '@Paged'

@API enum Users {
    @GET("/users") @ResultType([User].self) case users
    struct Calls {}
}

// MARK: 2:35: warning: @ResultType has no effect, because 'Calls' is written by hand

// MARK: Fix-it: remove '@ResultType'

@API enum Users {
    @GET("/users") @Paged(.links) case users
    struct Calls {}
}
