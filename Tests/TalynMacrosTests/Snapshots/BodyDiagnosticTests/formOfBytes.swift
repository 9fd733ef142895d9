// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Form case add(body: Data)
}

// MARK: 2:21: error: a body of type Data is sent as it is: @Form says nothing of 'body'

// MARK: Fix-it: remove '@Form'

@API enum Users {
    @POST("/users") case add(body: Data)
}
