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
    var path: Talyn.RequestPath {
        switch self {
        case .x(let user, let host, let a, let b): return "/\(user, name: "user")@\(host, name: "host")/\(a, name: "a")\(b, name: "b")"
        }
    }
}
