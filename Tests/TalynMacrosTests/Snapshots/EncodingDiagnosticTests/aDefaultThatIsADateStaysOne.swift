// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") case add(due: Date = .now)
}

// MARK: 2:35: error: a Date in JSON is sent as seconds since 2001 by default; set a format with @Encoder, or make 'due' a String
