// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") @Form func add(days: [Foundation.Date], name: String) async throws
}

// MARK: 2:43: error: a Date in a form is sent as seconds since 2001 by default; set a format with @FormEncoder, or make 'days' a String

// MARK: Fix-it: write 'String'

@Client("https://a.example") struct Users {
    @POST("/users") @Form func add(days: [String], name: String) async throws
}

// MARK: Fix-it: insert '@FormEncoder(URLEncodedFormEncoder(dateEncoding: .iso8601))'

@Client("https://a.example") struct Users {
    @POST("/users") @FormEncoder(URLEncodedFormEncoder(dateEncoding: .iso8601)) @Form func add(days: [Foundation.Date], name: String) async throws
}
