// swift-format-ignore-file

// MARK: Source

@API @Envelope(Server.other) enum Users {
    @GET("/users") case users
    var envelope: ResponseEnvelope? { Server.envelope }
}

// MARK: 1:6: warning: @Envelope has no effect, because 'envelope' is written by hand

// MARK: Fix-it: remove '@Envelope'

@API enum Users {
    @GET("/users") case users
    var envelope: ResponseEnvelope? { Server.envelope }
}
