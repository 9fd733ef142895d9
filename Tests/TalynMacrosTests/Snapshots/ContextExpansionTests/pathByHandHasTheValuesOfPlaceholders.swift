// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}") case user(name: String, page: Int)
    var path: RequestPath { "/u" }
}

// MARK: Expansion

enum Users {
    case user(name: String, page: Int)
    var path: RequestPath { "/u" }
}

extension Users: Talyn.TargetType {
    var query: Talyn.RequestParameters {
        switch self {
        case .user(_, let page): return ["page": page]
        }
    }
}
