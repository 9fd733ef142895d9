// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("a", name: "X-A") @Header("b", name: "x-a") case users(a: Int, b: Int)
}

// MARK: 2:54: error: 'a' already is the header field 'x-a'
