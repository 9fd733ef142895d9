// swift-format-ignore-file

// MARK: Source

@Client struct Users {
    @GET("/users") func users(from baseURL: String) async throws
}

// MARK: 2:31: error: the targets of this client already have a value 'baseURL'; rename this one
