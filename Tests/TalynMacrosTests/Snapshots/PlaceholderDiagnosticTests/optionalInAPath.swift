// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}") case user(name: String? = nil, page: Int)
}

// MARK: 2:49: error: a value in a path is required, so 'name' can't be optional

// MARK: Fix-it: write 'String'

@API enum Users {
    @GET("/users/{name}") case user(name: String, page: Int)
}
