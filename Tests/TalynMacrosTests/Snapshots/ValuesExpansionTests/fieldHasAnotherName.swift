// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Field("name", name: "user-name") case add(name: String)
}

// MARK: Expansion

enum Users {
    case add(name: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let name): return .json(["user-name": name] as Talyn.RequestParameters)
        }
    }
}
