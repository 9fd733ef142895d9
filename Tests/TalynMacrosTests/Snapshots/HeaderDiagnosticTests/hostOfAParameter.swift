// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func a(@Header(name: "host") server: String) async throws
    @GET("/b") func b(@Header host: String) async throws
}

// MARK: 2:37: error: the field 'Host' has the host of the base URL, and can't be set (RFC 9110, section 7.2)

// MARK: 3:23: error: the field 'Host' has the host of the base URL, and can't be set (RFC 9110, section 7.2)
