// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users<Value: Decodable>() async throws -> Value
}

// MARK: 2:30: error: an endpoint can't be a generic function
