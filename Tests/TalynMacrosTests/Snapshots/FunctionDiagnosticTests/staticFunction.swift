// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") static func users() async throws
}

// MARK: 2:20: error: an endpoint uses the provider of the client, so it can't be static
