// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users(order: Self.Order) async throws
}

// MARK: 2:38: error: a target has this value, too, and 'Self' is another type there: write the name of the type
