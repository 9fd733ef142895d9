// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users(page: Int, options: RequestOptions)
}

// MARK: 2:42: error: RequestOptions aren't sent; remove them here, and pass them to the call, such as 'request(_:options:)'
