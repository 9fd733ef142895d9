// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}/posts/{id}.json") case post(id: Int, name: String)
}

// MARK: Expansion

enum Users {
    case post(id: Int, name: String)
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .post(let id, let name): "/users/\(pathSegment: name)/posts/\(pathSegment: id).json"
        }
    }
}
