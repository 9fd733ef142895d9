// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/\(name.lowercased())") case user(name: String)
}

// MARK: 2:18: error: a value in a path is a placeholder: {name}
