// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") var users: Int { 0 }
}

// MARK: 2:5: error: @GET belongs before a case of an enum with @API, or a function of a struct with @Client
