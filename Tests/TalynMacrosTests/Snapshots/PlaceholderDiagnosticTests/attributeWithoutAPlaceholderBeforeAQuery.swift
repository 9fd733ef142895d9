// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users?a=b") @Path("name", name: "id") case user(name: String)
}

// MARK: 2:30: error: the path has no placeholder '{id}'
