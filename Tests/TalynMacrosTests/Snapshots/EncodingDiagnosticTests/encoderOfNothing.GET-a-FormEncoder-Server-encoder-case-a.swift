// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @FormEncoder(Server.encoder) case a
}

// MARK: 2:16: error: @FormEncoder has no effect: 'a' sends no query and no form

// MARK: Fix-it: remove '@FormEncoder'

@API enum Users {
    @GET("/a") case a
}
