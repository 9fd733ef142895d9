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
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .delete }

    var query: Talyn.RequestParameters {
        switch self {
        case .remove(let name): return ["name": name]
        }
    }
}
