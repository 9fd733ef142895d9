// swift-format-ignore-file

// MARK: Source

@API @Coding(Server.other) enum Users {
    @GET("/users") case users
    var coding: CodingOptions { Server.coding }
}

// MARK: 1:6: warning: @Coding has no effect, because 'coding' is written by hand

// MARK: Fix-it: remove '@Coding'

@API enum Users {
    @GET("/users") case users
    var coding: CodingOptions { Server.coding }
}
