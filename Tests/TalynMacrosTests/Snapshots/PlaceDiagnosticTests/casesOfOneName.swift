// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{id}") case user(id: Int)
    @GET("/users") case user(name: String)
}

// MARK: 3:25: error: another endpoint already has the case name 'user'; rename this one
