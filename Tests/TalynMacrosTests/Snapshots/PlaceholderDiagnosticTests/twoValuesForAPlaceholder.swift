// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{id}") @Path("name", name: "id") @Path("number", name: "id") case user(name: String, number: Int)
}

// MARK: 2:57: error: '{id}' is already the placeholder of 'name'
