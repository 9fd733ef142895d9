// swift-format-ignore-file

// MARK: Source

@API @Authorization(.bearer) enum Users {
    @GET("/a") @Authorization(nil) case a
    @GET("/b") case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType, Talyn.AccessTokenAuthorizable {
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    var authorizationType: Talyn.AuthorizationType? {
        switch self {
        case .b: return .bearer
        default: return nil
        }
    }
}
