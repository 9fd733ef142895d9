// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/zen") func zen(a: RequestOptions, b: RequestOptions = RequestOptions()) async throws
}

// MARK: 2:46: error: a call has one set of options, and 'a' already has them
