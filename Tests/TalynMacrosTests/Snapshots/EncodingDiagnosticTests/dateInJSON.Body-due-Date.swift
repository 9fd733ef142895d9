// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Body due: Date?) async throws
}

// MARK: 2:41: error: a Date in JSON would be the seconds since 2001: make 'due' the text itself, a String, or say how dates are written by @Encoder

// MARK: Fix-it: write 'String'

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Body due: String?) async throws
}
