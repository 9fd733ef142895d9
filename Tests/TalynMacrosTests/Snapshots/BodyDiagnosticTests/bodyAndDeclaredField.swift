// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Field("notify") case add(body: User, notify: Bool)
}

// MARK: 2:28: error: 'body' is the body already: put 'notify' into the query, or both into fields
