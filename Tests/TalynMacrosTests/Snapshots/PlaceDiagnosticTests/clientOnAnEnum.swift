// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") enum Users {
    @GET("/users") case users
}

// MARK: 1:30: error: @Client needs a struct with a function for each endpoint; for an enum with cases, use @API

// MARK: Fix-it: write '@API'

@API("https://a.example") enum Users {
    @GET("/users") case users
}

// MARK: Fix-it: write 'struct'

@Client("https://a.example") struct Users {
    @GET("/users") case users
}
