// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{id}") case user(id: Int)
    @GET("/users") case user(name: String)
}

// MARK: 3:25: error: no switch can tell cases of the same name apart: give this one another name than 'user'
