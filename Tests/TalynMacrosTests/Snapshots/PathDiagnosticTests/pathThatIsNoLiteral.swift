// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET(path) case a
}

// MARK: 2:10: error: a path must be a string literal
