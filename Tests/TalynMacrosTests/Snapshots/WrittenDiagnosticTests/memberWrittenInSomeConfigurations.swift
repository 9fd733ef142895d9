// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users(page: Int)
    #if DEBUG
    var task: HTTPTask { .requestPlain }
    #endif
}

// MARK: 3:5: error: 'task' has to be written by hand in all configurations or in none: put the '#if' into it
