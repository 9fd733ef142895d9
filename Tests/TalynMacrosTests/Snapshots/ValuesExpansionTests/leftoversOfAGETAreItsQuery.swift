// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") case users(name: String, page: Int? = nil)
}

// MARK: Expansion

enum Users {
    case users(name: String, page: Int? = nil)
}

extension Users: Talyn.TargetType {
    var path: String { "/users" }

    var task: Talyn.HTTPTask {
        switch self {
        case .users(let name, let page): .query(["name": name, "page": page] as Talyn.RequestFields)
        }
    }
}
