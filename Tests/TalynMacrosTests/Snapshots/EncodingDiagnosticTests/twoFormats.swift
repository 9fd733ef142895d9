// swift-format-ignore-file

// MARK: Source

@API @Coding(keys: .snakeCase) @Coding(Server.coding) enum Users {
    @GET("/a") case a
}

// MARK: 1:32: error: @Coding appears twice; remove one of them

// MARK: Fix-it: remove '@Coding'

@API @Coding(keys: .snakeCase) enum Users {
    @GET("/a") case a
}
