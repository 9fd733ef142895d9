// swift-format-ignore-file

// MARK: Source

@API @Headers(["Accept": "a", "X": "1"]) enum Users {
    @GET("/a") @Headers(["accept": "b"]) case a
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
        case .a: ["X": "1", "accept": "b"]
        case .b: ["Accept": "a", "X": "1"]
        }
    }
}
