// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/zen") func zen(@Query options: RequestOptions) async throws
}

// MARK: 2:27: error: 'options' has the options of the call, which can't be sent; remove @Query

// MARK: Fix-it: remove '@Query'

@Client("https://a.example") struct Users {
    @GET("/zen") func zen(options: RequestOptions) async throws
}
