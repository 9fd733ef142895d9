// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Form case add(name: String)
    var body: RequestBody { .none }
}

// MARK: 2:21: warning: @Form has no effect, because 'body' is written by hand

// MARK: Fix-it: remove '@Form'

@API enum Users {
    @POST("/users") case add(name: String)
    var body: RequestBody { .none }
}
