// swift-format-ignore-file

// MARK: Source

@API("https://\(host)") enum Users {
    @GET("/users") case users
}

// MARK: 1:6: error: a base URL must be a string literal without interpolation, or an expression of type URL
