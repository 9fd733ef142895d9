// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users(since: Date? = nil)
}

// MARK: 2:38: error: a Date in a query is sent as seconds since 2001 by default; set a format with @FormEncoder, or make 'since' a String

// MARK: Fix-it: write 'String'

@API enum Users {
    @GET("/users") case users(since: String? = nil)
}

// MARK: Fix-it: insert '@FormEncoder(URLEncodedFormEncoder(dateEncoding: .iso8601))'

@API enum Users {
    @GET("/users") @FormEncoder(URLEncodedFormEncoder(dateEncoding: .iso8601)) case users(since: Date? = nil)
}
