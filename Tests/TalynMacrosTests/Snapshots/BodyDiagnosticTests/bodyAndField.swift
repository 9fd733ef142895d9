// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") case add(body: User, notify: Bool)
}

// MARK: 2:42: error: 'body' already is the whole body; send 'notify' in the query, or both as fields

// MARK: Fix-it: insert '@Query("notify")'

@API enum Users {
    @POST("/users") @Query("notify") case add(body: User, notify: Bool)
}
