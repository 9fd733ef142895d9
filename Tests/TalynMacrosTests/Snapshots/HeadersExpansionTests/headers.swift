// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @Headers(["Accept": "text/plain", "X-Key": key]) case a
    @GET("/b") case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .a: "/a"
        case .b: "/b"
        }
    }

    var headers: [String: String]? {
        switch self {
        case .a: ["Accept": "text/plain", "X-Key": key]
        default: nil
        }
    }
}
