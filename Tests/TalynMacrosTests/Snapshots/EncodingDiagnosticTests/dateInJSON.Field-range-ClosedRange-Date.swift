// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Field range: ClosedRange<Date>) async throws
}

// MARK: 2:56: error: a Date in JSON would be the seconds since 2001: make 'range' the text itself, a String, or say how dates are written by @Encoder

// MARK: Fix-it: write 'String'

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Field range: ClosedRange<String>) async throws
}
