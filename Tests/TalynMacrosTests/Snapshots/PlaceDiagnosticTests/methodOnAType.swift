// swift-format-ignore-file

// MARK: Source

@API @GET("/users") enum Users {}

// MARK: 1:6: error: @GET belongs before a case or a function, not before the type
