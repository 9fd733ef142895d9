// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @POST("/users") @Query("notify", "dry") case add(name: String, notify: Bool, dry: Bool)
}

// MARK: Expansion

enum Users {
    case add(name: String, notify: Bool, dry: Bool)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var query: Talyn.RequestParameters {
        switch self {
        case .add(_, let notify, let dry): return ["notify": notify, "dry": dry]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .add(let name, _, _): return .json(["name": name] as Talyn.RequestParameters)
        }
    }
}
