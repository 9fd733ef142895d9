// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users(order: Self.Order) async throws
}

// MARK: 2:38: error: 'Self' is another type in the generated target; write the name of the type
