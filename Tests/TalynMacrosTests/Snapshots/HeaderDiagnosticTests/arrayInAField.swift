// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("ids") case users(ids: Set<Int>)
}

// MARK: 2:51: error: Set has no text that servers know from a header field: make 'ids' the text itself, a String
