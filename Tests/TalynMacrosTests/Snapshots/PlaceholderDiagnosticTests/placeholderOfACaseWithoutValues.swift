// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{in}") case user
}

// MARK: 2:18: error: there is no value with the name 'in'

// MARK: Fix-it: add '`in`: String'

@API enum Users {
    @GET("/users/{in}") case user(`in`: String)
}
