// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") @Paged(.links) func users() async -> Result<User, TalynError>
}

// MARK: 2:57: error: a function with @Paged returns a PageStream of the type of a page, such as PageStream<[Item]>, without async and throws

// MARK: Fix-it: remove '@Paged'

@Client("https://a.example") struct Users {
    @GET("/users") func users() async -> Result<User, TalynError>
}
