// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @Encoder(Server.encoder) case a(page: Int)
}

// MARK: 2:16: error: @Encoder has no effect: 'a' sends no JSON

// MARK: Fix-it: remove '@Encoder'

@API enum Users {
    @GET("/a") case a(page: Int)
}
