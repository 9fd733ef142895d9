// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Form case add(body: Data)
}

// MARK: 2:21: error: @Form has no effect on 'body': a body of type Data is sent unchanged

// MARK: Fix-it: remove '@Form'

@API enum Users {
    @POST("/users") case add(body: Data)
}
