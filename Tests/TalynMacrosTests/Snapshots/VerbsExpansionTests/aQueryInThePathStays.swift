// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users?sort=name") case users(page: Int)
}

// MARK: Expansion

enum Users {
    case users(page: Int)
}

extension Users: Talyn.TargetType {
    var path: String { "/users?sort=name" }

    var task: Talyn.HTTPTask {
        switch self {
        case .users(let page): .query(["page": page] as Talyn.RequestFields)
        }
    }
}
