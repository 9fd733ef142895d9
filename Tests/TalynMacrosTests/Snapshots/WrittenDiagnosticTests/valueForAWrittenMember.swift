// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Query("page") case users(page: Int)
    var query: RequestParameters { [:] }
    var body: RequestBody { .none }
}

// MARK: 2:20: warning: @Query has no effect, because 'query' is written by hand

// MARK: Fix-it: remove '@Query'

@API enum Users {
    @GET("/users") case users(page: Int)
    var query: RequestParameters { [:] }
    var body: RequestBody { .none }
}
