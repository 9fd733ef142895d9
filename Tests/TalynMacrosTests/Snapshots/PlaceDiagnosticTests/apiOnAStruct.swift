// swift-format-ignore-file

// MARK: Source

@API
public struct Users {
    @GET("/users") func users() async throws
}

// MARK: 2:8: error: @API needs an enum with a case for each endpoint; for a struct with functions, use @Client

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
