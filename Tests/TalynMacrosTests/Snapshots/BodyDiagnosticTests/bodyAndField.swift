// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") case add(body: User, notify: Bool)
}

// MARK: 2:42: error: 'body' is the body already: put 'notify' into the query, or both into fields

// MARK: Fix-it: insert '@Query("notify")'

@API enum Users {
    @POST("/users") @Query("notify") case add(body: User, notify: Bool)
}
