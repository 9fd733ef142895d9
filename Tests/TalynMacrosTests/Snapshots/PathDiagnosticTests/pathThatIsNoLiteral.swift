// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET(path) case a
}

// MARK: 2:10: error: a path has to be a string literal, for the compiler to check it
