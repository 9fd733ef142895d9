// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @FormEncoder(Server.encoder) case a
}

// MARK: 2:16: error: 'a' sends neither a query nor a form: @FormEncoder says nothing here

// MARK: Fix-it: remove '@FormEncoder'

@API enum Users {
    @GET("/a") case a
}
