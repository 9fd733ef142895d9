// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @DELETE("/users") case remove(name: String)
}

// MARK: Expansion

enum Users {
    case remove(name: String)
}

extension Users: Talyn.TargetType {
    var path: String { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .delete }

    var task: Talyn.HTTPTask {
        switch self {
        case .remove(let name): .query(["name": name] as Talyn.RequestFields)
        }
    }
}
