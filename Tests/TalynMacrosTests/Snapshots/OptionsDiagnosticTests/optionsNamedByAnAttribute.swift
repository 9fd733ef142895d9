// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/zen") @Header("options") func zen(options: RequestOptions) async throws
}

// MARK: 2:26: error: 'options' has the options of the call, which can't be sent; remove @Header

// MARK: Fix-it: remove '@Header'

@Client("https://a.example") struct Users {
    @GET("/zen") func zen(options: RequestOptions) async throws
}
