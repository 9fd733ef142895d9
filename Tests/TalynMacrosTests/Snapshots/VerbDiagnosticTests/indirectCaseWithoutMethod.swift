// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @Headers(["A": "b"])
    indirect case `default`
}

// MARK: 3:19: error: 'default' has no method and no path; add an attribute such as @GET("/default")

// MARK: Fix-it: insert '@GET("/default")'

@API enum Users {
    @GET("/default") @Headers(["A": "b"])
    indirect case `default`
}
