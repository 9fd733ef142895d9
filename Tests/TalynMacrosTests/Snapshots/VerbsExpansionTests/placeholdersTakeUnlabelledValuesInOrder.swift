// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}/posts/{id}") case post(String, Int)
}

// MARK: Expansion

enum Users {
    case post(String, Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .post(let value0, let value1): return "/users/\(value0, name: "name")/posts/\(value1, name: "id")"
        }
    }
}
