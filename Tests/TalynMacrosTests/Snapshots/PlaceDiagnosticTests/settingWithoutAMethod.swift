// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @Headers(["A": "b"]) func users() async throws {}
}

// MARK: 2:5: error: @Headers has no effect without a method and a path, such as @GET("/")
