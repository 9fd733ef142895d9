// swift-format-ignore-file

// MARK: Source

@API @Decoder(Server.other) enum Users {
    @GET("/users") case users
    var decoder: JSONDecoder { Server.decoder }
}

// MARK: 1:6: warning: @Decoder has no effect, because 'decoder' is written by hand

// MARK: Fix-it: remove '@Decoder'

@API enum Users {
    @GET("/users") case users
    var decoder: JSONDecoder { Server.decoder }
}
