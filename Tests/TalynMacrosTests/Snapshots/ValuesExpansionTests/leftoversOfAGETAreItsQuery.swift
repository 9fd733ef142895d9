// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users(name: String, page: Int? = nil)
}

// MARK: Expansion

enum Users {
    case users(name: String, page: Int? = nil)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var query: Talyn.RequestParameters {
        switch self {
        case .users(let name, let page): return ["name": name, "page": page]
        }
    }
}
