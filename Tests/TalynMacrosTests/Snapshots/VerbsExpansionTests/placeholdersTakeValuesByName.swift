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
    var path: Talyn.RequestPath {
        switch self {
        case .post(let id, let name): return "/users/\(name, name: "name")/posts/\(id, name: "id").json"
        }
    }
}
