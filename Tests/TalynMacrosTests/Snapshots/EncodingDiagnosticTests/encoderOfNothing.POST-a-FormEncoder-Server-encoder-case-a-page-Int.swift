// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/a") @FormEncoder(Server.encoder) case a(page: Int)
}

// MARK: 2:17: error: 'a' sends neither a query nor a form: @FormEncoder says nothing here

// MARK: Fix-it: remove '@FormEncoder'

@API enum Users {
    @POST("/a") case a(page: Int)
}
