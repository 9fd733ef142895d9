// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Sample("{}") case users
    var sampleData: Data { Data() }
}

// MARK: 2:20: warning: @Sample has no effect, because 'sampleData' is written by hand

// MARK: Fix-it: remove '@Sample'

@API enum Users {
    @GET("/users") case users
    var sampleData: Data { Data() }
}
