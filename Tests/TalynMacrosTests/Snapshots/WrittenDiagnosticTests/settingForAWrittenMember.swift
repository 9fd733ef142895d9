// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Sample("{}") case users
    var sampleData: Data { Data() }
}

// MARK: 2:20: warning: 'sampleData' is written by hand, which wins: @Sample says nothing

// MARK: Fix-it: remove '@Sample'

@API enum Users {
    @GET("/users") case users
    var sampleData: Data { Data() }
}
