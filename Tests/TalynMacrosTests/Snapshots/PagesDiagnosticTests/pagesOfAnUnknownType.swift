// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Paged(.links) case users
}

// MARK: 2:20: error: @Paged needs the type of a page; add an attribute such as @ResultType([Item].self)
