// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @DELETE("/users") @Field("reason") case remove(id: Int, reason: String)
}

// MARK: Expansion

enum Users {
    case remove(id: Int, reason: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .delete }

    var query: Talyn.RequestParameters {
        switch self {
        case .remove(let id, _): return ["id": id]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .remove(_, let reason): return .json(["reason": reason] as Talyn.RequestParameters)
        }
    }
}
