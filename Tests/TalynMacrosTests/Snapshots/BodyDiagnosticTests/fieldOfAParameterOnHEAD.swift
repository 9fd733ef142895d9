// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @HEAD("/users") func check(@Field name: String) async throws
}

// MARK: 2:32: error: a HEAD request can't have a body (RFC 9110, section 9.3), but 'name' would be in it

// MARK: Fix-it: write '@POST'

@Client("https://a.example") struct Users {
    @POST("/users") func check(@Field name: String) async throws
}
