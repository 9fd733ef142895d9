// swift-format-ignore-file

// MARK: Source

@API @Decoder(Server.decoder) @Decoder(JSONDecoder()) enum Users {
    @GET("/a") case a
}

// MARK: 1:31: error: @Decoder is there already, and one of them would say nothing

// MARK: Fix-it: remove '@Decoder'

@API @Decoder(Server.decoder) enum Users {
    @GET("/a") case a
}
