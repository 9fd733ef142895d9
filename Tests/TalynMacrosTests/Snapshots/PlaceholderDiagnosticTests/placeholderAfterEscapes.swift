// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/\u{fc}/\"/{name}") case user(first: String, last: String)
}

// MARK: 2:22: error: there is no value with the name 'name'

// MARK: Fix-it: add 'name: String'

@API enum Users {
    @GET("/\u{fc}/\"/{name}") case user(first: String, last: String, name: String)
}
