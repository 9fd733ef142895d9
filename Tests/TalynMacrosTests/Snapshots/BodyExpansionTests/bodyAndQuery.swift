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
    var path: String {
        switch self {
        case .put(let id, _, _): "/users/\(pathSegment: id)"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method { .put }

    var task: Talyn.HTTPTask {
        switch self {
        case .put(_, let user, let dry): .requestJSONEncodable(user).adding(query: ["dry": dry] as Talyn.RequestFields)
        }
    }
}
