// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") case a
    #if DEBUG
    var baseURL: URL { URL(string: "http://localhost")! }
    #else
    var baseURL: URL { URL(string: "https://a.example")! }
    #endif
}

// MARK: Expansion

enum Users {
    case a
    #if DEBUG
    var baseURL: URL { URL(string: "http://localhost")! }
    #else
    var baseURL: URL { URL(string: "https://a.example")! }
    #endif
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }
}
