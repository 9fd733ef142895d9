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
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    var headerFields: HTTPTypes.HTTPFields {
        switch self {
        case .a: return [.accept: "text/plain", HTTPTypes.HTTPField.Name("X-Key")!: key]
        default: return [:]
        }
    }
}
