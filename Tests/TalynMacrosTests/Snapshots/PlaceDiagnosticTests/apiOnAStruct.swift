// swift-format-ignore-file

// MARK: Source

@API
public struct Users {
    @GET("/users") func users() async throws
}

// MARK: 2:8: error: @API is for an enum, whose cases are the endpoints; @Client is for a struct with functions

// MARK: Fix-it: write '@Client'

@Client
public struct Users {
    @GET("/users") func users() async throws
}

// MARK: Fix-it: write 'enum'

@API
public enum Users {
    @GET("/users") func users() async throws
}
