// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") case add(name: String, page: Int? = nil)
}

// MARK: Expansion

enum Users {
    case add(name: String, page: Int? = nil)
}

extension Users: Talyn.TargetType {
    var path: String { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var task: Talyn.HTTPTask {
        switch self {
        case .add(let name, let page): .requestJSONEncodable(["name": name, "page": page] as Talyn.RequestFields)
        }
    }
}
