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
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let name, let page): return .json(["name": name, "page": page] as Talyn.RequestParameters)
        }
    }
}
