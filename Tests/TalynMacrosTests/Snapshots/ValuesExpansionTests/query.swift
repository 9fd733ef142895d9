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
    var path: String { "/users" }

    var method: HTTPTypes.HTTPRequest.Method { .post }

    var task: Talyn.HTTPTask {
        switch self {
        case .add(let name, let notify, let dry): .requestJSONEncodable(["name": name] as Talyn.RequestFields).adding(query: ["notify": notify, "dry": dry] as Talyn.RequestFields)
        }
    }
}
