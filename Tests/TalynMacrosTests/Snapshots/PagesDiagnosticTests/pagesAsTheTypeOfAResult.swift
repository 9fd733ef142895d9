// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @ResultType(PageStream<[User]>.self) case a
    @GET("/b") @Paged(.links) @ResultType(Talyn.PageStream<User?>.self) case b
}

// MARK: 2:28: error: @ResultType is the type of a page: write [User].self, and add an attribute such as @Paged(.links)

// MARK: Fix-it: write '[User].self'

@API enum Users {
    @GET("/a") @ResultType([User].self) case a
    @GET("/b") @Paged(.links) @ResultType(Talyn.PageStream<User?>.self) case b
}

// MARK: 3:43: error: @ResultType is the type of a page: write (User?).self

// MARK: Fix-it: write '(User?).self'

@API enum Users {
    @GET("/a") @ResultType(PageStream<[User]>.self) case a
    @GET("/b") @Paged(.links) @ResultType((User?).self) case b
}
