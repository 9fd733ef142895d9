// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") enum Users {
    @GET("/users") case users
}

// MARK: 1:30: error: @Client is for a struct, whose functions are the endpoints; @API is for an enum with cases

// MARK: Fix-it: write '@API'

@API("https://a.example") enum Users {
    @GET("/users") case users
}

// MARK: Fix-it: write 'struct'

@Client("https://a.example") struct Users {
    @GET("/users") case users
}
