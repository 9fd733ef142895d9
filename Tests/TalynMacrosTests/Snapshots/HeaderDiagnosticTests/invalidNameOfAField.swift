// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users(@Header(name: "X:Token") token: String) async throws
}

// MARK: 2:47: error: the name of a header field can't have the character ":"

// MARK: Fix-it: write 'X-Token'

@Client("https://a.example") struct Users {
    @GET("/users") func users(@Header(name: "X-Token") token: String) async throws
}
