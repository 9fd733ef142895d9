// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/\(name.lowercased())") case user(name: String)
}

// MARK: 2:18: error: a path can't be interpolated; write each value as a placeholder: {name}
