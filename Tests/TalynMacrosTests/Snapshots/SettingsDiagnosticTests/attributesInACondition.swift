// swift-format-ignore-file

// MARK: Source

@API enum Users {
    #if DEBUG
    @Headers(["A": "b"])
    #endif
    @GET("/users") case users
}

// MARK: 2:5: error: @Headers can't be in an '#if' of its own; put the whole declaration into the '#if'
