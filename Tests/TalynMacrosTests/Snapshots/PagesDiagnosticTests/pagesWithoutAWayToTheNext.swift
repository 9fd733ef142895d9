// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users() -> PageStream<[User]>
}

// MARK: 2:36: error: a PageStream needs the way to the next page; add an attribute such as @Paged(.links)

// MARK: Fix-it: insert '@Paged(.links)'

@Client("https://a.example") struct Users {
    @GET("/users") @Paged(.links) func users() -> PageStream<[User]>
}
