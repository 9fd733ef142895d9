// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users(page: Int)
    #if DEBUG
    var task: HTTPTask { .requestPlain }
    #endif
}

// MARK: 3:5: error: write 'task' in all configurations or in none, with the '#if' in its body
