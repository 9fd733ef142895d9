// swift-format-ignore-file

// MARK: Source

@API("https://a.example") enum Users {
    @GET("/users") case users
    var baseURL: URL { URL(string: "https://b.example")! }
}

// MARK: 1:1: warning: @API has no effect, because 'baseURL' is written by hand
