// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("ids") case users(ids: Set<Int>)
}

// MARK: 2:51: error: Set has no standard text format for a header field; make 'ids' a String
