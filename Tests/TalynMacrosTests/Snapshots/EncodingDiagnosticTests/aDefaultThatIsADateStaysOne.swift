// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") case add(due: Date = .now)
}

// MARK: 2:35: error: a Date in JSON would be the seconds since 2001: make 'due' the text itself, a String, or say how dates are written by @Encoder
