// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @Validation(.successCodes) case a
    @GET("/b") case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }
}
