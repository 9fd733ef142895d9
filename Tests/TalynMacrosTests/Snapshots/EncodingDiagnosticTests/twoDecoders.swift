// swift-format-ignore-file

// MARK: Source

@API @Decoder(Server.decoder) @Decoder(JSONDecoder()) enum Users {
    @GET("/a") case a
}

// MARK: 1:31: error: @Decoder appears twice; remove one of them

// MARK: Fix-it: remove '@Decoder'

@API @Decoder(Server.decoder) enum Users {
    @GET("/a") case a
}
