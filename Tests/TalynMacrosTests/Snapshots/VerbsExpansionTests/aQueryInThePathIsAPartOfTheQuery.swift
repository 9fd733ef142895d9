// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users?sort=full+name&q=%C3%BC%22&all") case users(page: Int)
}

// MARK: Expansion

enum Users {
    case users(page: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var query: Talyn.RequestParameters {
        switch self {
        case .users(let page): return ["sort": "full name", "q": "ü\"", "all": "", "page": page]
        }
    }
}
