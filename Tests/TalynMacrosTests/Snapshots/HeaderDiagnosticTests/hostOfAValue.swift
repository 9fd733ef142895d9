// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("host") case users(host: String)
}

// MARK: 2:28: error: the field 'Host' has the host of the base URL, and can't be set (RFC 9110, section 7.2)
