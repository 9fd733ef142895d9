// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/a") @Form @Encoder(Server.encoder) case a(page: Int)
}

// MARK: 2:23: error: @Encoder has no effect: 'a' sends no JSON

// MARK: Fix-it: remove '@Encoder'

@API enum Users {
    @POST("/a") @Form case a(page: Int)
}
