// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @Coding(CodingOptions { $0.keys = .snakeCase }) case a(maxCount: Int)
}

// MARK: 2:43: error: the macro can't apply keys in an expression to the names of values; write them after it, as 'keys:'
