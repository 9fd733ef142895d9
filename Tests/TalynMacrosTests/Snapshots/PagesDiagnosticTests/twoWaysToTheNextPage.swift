// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") @Paged(.links) @Paged(.offsets()) func users() -> PageStream<[User]>
}

// MARK: 2:35: error: @Paged appears twice; remove one of them

// MARK: Fix-it: remove '@Paged'

@Client("https://a.example") struct Users {
    @GET("/users") @Paged(.links) func users() -> PageStream<[User]>
}
