// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case user(/* Which? */ String)
}

// MARK: 2:43: error: a value without a label needs a placeholder in the path, but no placeholder is left for it

// MARK: Fix-it: insert a label

@API enum Users {
    @GET("/users") case user(/* Which? */ value: String)
}
