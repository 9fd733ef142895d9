// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    let token: String
    var nick: String?
    var count = 1
    static let shared = 1
    @GET("/zen") func zen() async throws
}

// MARK: 2:9: error: 'token' has no initial value; write an initialiser that sets it and 'provider'
