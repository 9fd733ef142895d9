// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") case add(body: User?)
}

// MARK: Expansion

enum Users {
    case add(body: User?)
}

extension Users: Talyn.TargetType {
    var path: String { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var task: Talyn.HTTPTask {
        switch self {
        case .add(let body): (body.map { Talyn.HTTPTask.requestJSONEncodable($0) } ?? .requestPlain)
        }
    }
}
