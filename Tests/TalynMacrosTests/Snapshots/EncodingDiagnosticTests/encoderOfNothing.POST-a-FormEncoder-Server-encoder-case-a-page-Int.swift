// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/a") @FormEncoder(Server.encoder) case a(page: Int)
}

// MARK: 2:17: error: @FormEncoder has no effect: 'a' sends no query and no form

// MARK: Fix-it: remove '@FormEncoder'

@API enum Users {
    @POST("/a") case a(page: Int)
}
