// swift-format-ignore-file

// MARK: Source

enum Users {
    @GET("/users") case users
}

// MARK: 2:5: error: @GET says nothing here: the enum itself needs @API, and an extension of it isn't read
