// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users(page: Int)
    #if DEBUG
    var query: RequestParameters { [:] }
    #endif
}

// MARK: 3:5: error: write 'query' in all configurations or in none, with the '#if' in its body
