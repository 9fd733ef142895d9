// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Path("name") case user(name: String)
}

// MARK: 2:26: error: the path has no placeholder '{name}'

// MARK: Fix-it: insert '/{name}'

@API enum Users {
    @GET("/users/{name}") @Path("name") case user(name: String)
}
