// swift-format-ignore-file

// MARK: Source

@API enum Users {
    #if DEBUG
    @GET("/a") case a
    #endif
    @POST("/b/{x}") case b(x: Int)
}

// MARK: Expansion

enum Users {
    #if DEBUG
    case a
    #endif
    case b(x: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        #if DEBUG
        case .a: return "/a"
        #endif
        case .b(let x): return "/b/\(x, name: "x")"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .b: return .post
        #if DEBUG
        default: return .get
        #endif
        }
    }
}
