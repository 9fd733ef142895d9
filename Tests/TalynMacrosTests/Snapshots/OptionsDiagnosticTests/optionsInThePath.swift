// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/zen/{options}") func zen(options: RequestOptions) async throws
}

// MARK: 2:37: error: 'options' has the options of the call, which can't be sent; remove the placeholder
