// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Field("notify") case add(body: User, notify: Bool)
}

// MARK: 2:28: error: 'body' already is the whole body; send 'notify' in the query, or both as fields
