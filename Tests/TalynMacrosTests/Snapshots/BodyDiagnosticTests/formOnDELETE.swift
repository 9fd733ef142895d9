// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @DELETE("/users") @Form case remove(name: String)
}

// MARK: 2:23: error: the values of a DELETE request go into the query: @Field puts 'name' into the body

// MARK: Fix-it: insert '@Field("name")'

@API enum Users {
    @DELETE("/users") @Field("name") @Form case remove(name: String)
}
