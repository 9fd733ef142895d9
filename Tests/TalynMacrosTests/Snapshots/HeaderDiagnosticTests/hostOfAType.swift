// swift-format-ignore-file

// MARK: Source

@API @Headers(["Host": "a.example"]) enum Users {
    @GET("/users") case users
}

// MARK: 1:16: error: the field 'Host' has the host of the base URL, and can't be set (RFC 9110, section 7.2)
