// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") static func users() async throws
}

// MARK: 2:20: error: an endpoint is called with the client's provider: it can't be static
