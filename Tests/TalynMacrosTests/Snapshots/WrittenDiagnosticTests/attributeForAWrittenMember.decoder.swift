// swift-format-ignore-file

// MARK: Source

@API @Decoder(Server.other) enum Users {
    @GET("/users") case users
    var decoder: JSONDecoder { Server.decoder }
}

// MARK: 1:6: warning: 'decoder' is written by hand, which wins: @Decoder says nothing

// MARK: Fix-it: remove '@Decoder'

@API enum Users {
    @GET("/users") case users
    var decoder: JSONDecoder { Server.decoder }
}
