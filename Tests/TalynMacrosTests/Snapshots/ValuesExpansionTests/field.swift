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
    var path: String { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .delete }

    var task: Talyn.HTTPTask {
        switch self {
        case .remove(let id, let reason): .requestJSONEncodable(["reason": reason] as Talyn.RequestFields).adding(query: ["id": id] as Talyn.RequestFields)
        }
    }
}
