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
    var path: String {
        switch self {
        case .post(let value0, let value1): "/users/\(pathSegment: value0)/posts/\(pathSegment: value1)"
        }
    }
}
