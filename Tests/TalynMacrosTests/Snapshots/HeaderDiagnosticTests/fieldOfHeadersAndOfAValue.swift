// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Headers(["X-A": "1"]) @Header("a", name: "X-A") case users(a: Int)
}

// MARK: 2:51: error: @Headers already has the field 'X-A', and 'a' would replace it
