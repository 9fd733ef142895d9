// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/{user}@{host}/{a}{b}") case x(user: String, host: String, a: Int, b: Int)
}

// MARK: Expansion

enum Users {
    case x(user: String, host: String, a: Int, b: Int)
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .x(let user, let host, let a, let b): "/\(pathSegment: user)@\(pathSegment: host)/\(pathSegment: a)\(pathSegment: b)"
        }
    }
}
