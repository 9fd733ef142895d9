// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header(/* Which? */ "pge") case users(page: Int, size: Int)
}

// MARK: 2:41: error: 'users' has no value 'pge'; it has 'page', 'size'

// MARK: Fix-it: write 'page'

@API enum Users {
    @GET("/users") @Header(/* Which? */ "page") case users(page: Int, size: Int)
}

// MARK: Fix-it: write 'size'

@API enum Users {
    @GET("/users") @Header(/* Which? */ "size") case users(page: Int, size: Int)
}
