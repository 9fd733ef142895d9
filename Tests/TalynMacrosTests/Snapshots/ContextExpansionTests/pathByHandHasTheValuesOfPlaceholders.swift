// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{name}") case user(name: String, page: Int)
    var path: String { "/u" }
}

// MARK: Expansion

enum Users {
    case user(name: String, page: Int)
    var path: String { "/u" }
}

extension Users: Talyn.TargetType {
    var task: Talyn.HTTPTask {
        switch self {
        case .user(_, let page): .query(["page": page] as Talyn.RequestFields)
        }
    }
}
