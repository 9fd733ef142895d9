// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{nam}") case user(name: String)
}

// MARK: 2:18: error: there is no value with the name 'nam'

// MARK: Fix-it: write '{name}'

@API enum Users {
    @GET("/users/{name}") case user(name: String)
}

// MARK: Fix-it: add 'nam: String'

@API enum Users {
    @GET("/users/{nam}") case user(name: String, nam: String)
}
