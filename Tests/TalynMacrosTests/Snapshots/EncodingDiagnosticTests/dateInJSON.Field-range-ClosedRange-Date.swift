// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Field range: ClosedRange<Date>) async throws
}

// MARK: 2:56: error: a Date in JSON is sent as seconds since 2001 by default; set a format with @Encoder, or make 'range' a String

// MARK: Fix-it: write 'String'

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Field range: ClosedRange<String>) async throws
}
