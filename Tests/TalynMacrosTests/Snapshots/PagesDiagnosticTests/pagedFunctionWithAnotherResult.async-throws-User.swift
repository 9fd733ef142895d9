// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") @Paged(.links) func users() async throws -> [User]
}

// MARK: 2:64: error: a function with @Paged returns a PageStream of the type of a page, such as PageStream<[Item]>, without async and throws

// MARK: Fix-it: write '-> PageStream<[User]>'

@Client("https://a.example") struct Users {
    @GET("/users") @Paged(.links) func users() -> PageStream<[User]>
}

// MARK: Fix-it: remove '@Paged'

@Client("https://a.example") struct Users {
    @GET("/users") func users() async throws -> [User]
}
