// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/a") @Encoder(Server.encoder) case a(body: Data)
}

// MARK: 2:17: error: 'a' sends no JSON: @Encoder says nothing here

// MARK: Fix-it: remove '@Encoder'

@API enum Users {
    @POST("/a") case a(body: Data)
}
