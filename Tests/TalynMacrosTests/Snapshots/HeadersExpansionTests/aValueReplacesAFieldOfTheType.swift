// swift-format-ignore-file

// MARK: Source

@API @Headers(["Accept": "a", "X": "1"]) enum Users {
    @GET("/a") @Header("accept") case a(accept: String)
}

// MARK: Expansion

enum Users {
    case a(accept: String)
}

extension Users: Talyn.TargetType {
    var path: String { "/a" }

    var headers: [String: String]? {
        switch self {
        case .a(let accept): ["X": "1", "accept": String(requestValue: accept)]
        }
    }
}
