// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("users/{name}") case user(name: String)
}

// MARK: 2:11: error: a path must begin with a slash

// MARK: Fix-it: insert '/'

@API enum Users {
    @GET("/users/{name}") case user(name: String)
}
