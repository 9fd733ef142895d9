// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET(
        """
        /users/{name}
        """
    ) case user(name: String)
}

// MARK: Expansion

enum Users {
    case user(name: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .user(let name): return "/users/\(name, name: "name")"
        }
    }
}
