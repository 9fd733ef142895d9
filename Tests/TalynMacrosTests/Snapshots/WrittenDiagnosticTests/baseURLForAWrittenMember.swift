// swift-format-ignore-file

// MARK: Source

@API("https://a.example") enum Users {
    @GET("/users") case users
    var baseURL: URL { URL(string: "https://b.example")! }
}

// MARK: 1:1: warning: 'baseURL' is written by hand, which wins: @API says nothing
