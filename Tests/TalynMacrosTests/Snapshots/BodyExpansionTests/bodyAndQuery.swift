// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @PUT("/users/{id}") @Body("user") @Query("dry") case put(id: Int, user: User, dry: Bool)
}

// MARK: Expansion

enum Users {
    case put(id: Int, user: User, dry: Bool)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .put(let id, _, _): return "/users/\(id, name: "id")"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method { .put }

    var query: Talyn.RequestParameters {
        switch self {
        case .put(_, _, let dry): return ["dry": dry]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .put(_, let user, _):
            #sourceLocation(file: "File.swift", line: 2)
            return .json(user)
            #sourceLocation()
        }
    }
}
