// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{id}") case users(RequestOptions, Int)
}

// MARK: 2:36: error: RequestOptions aren't sent; remove them here, and pass them to the call, such as 'request(_:options:)'
