// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("https://b.example/a") case a
}

// MARK: 2:10: error: a path is relative to the base URL; to call another URL, set the 'url' of the call's options
