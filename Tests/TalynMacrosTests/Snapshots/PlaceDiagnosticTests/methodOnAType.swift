// swift-format-ignore-file

// MARK: Source

@API @GET("/users") enum Users {}

// MARK: 1:6: error: @GET is for a case of the enum, or a function of the struct
