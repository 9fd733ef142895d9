// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/a") @Encoder(Server.encoder) case a(body: Data)
}

// MARK: 2:17: error: @Encoder has no effect: 'a' sends no JSON

// MARK: Fix-it: remove '@Encoder'

@API enum Users {
    @POST("/a") case a(body: Data)
}
