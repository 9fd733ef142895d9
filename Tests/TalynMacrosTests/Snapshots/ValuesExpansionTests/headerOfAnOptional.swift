// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users") @Header("Prefer") case users(Prefer: String?)
}

// MARK: Expansion

enum Users {
    case users(Prefer: String?)
}

extension Users: Talyn.TargetType {
    var path: String { "/users" }

    var headers: [String: String]? {
        switch self {
        case .users(let Prefer): (["Prefer": Prefer.map { String(requestValue: $0) }] as [String: String?]).compactMapValues { $0 }
        }
    }
}
