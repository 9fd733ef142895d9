// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") case add(body: String)
}

// MARK: Expansion

enum Users {
    case add(body: String)
}

extension Users: Talyn.TargetType {
    var path: String { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var task: Talyn.HTTPTask {
        switch self {
        case .add(let body): .requestJSONEncodable(["body": body] as Talyn.RequestFields)
        }
    }
}
