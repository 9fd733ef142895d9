// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{id}") @Path("number", name: "id") case user(number: Int)
}

// MARK: Expansion

enum Users {
    case user(number: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .user(let number): return "/users/\(number, name: "id")"
        }
    }
}
