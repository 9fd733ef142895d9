// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @DELETE("/users") @Form case remove(name: String)
}

// MARK: 2:23: error: @Form has no effect: DELETE sends values in the query; use @Field to send 'name' in the body

// MARK: Fix-it: insert '@Field("name")'

@API enum Users {
    @DELETE("/users") @Field("name") @Form case remove(name: String)
}
