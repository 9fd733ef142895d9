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
        case .a: "/a"
        #endif
        case .b(let x): "/b/\(x, name: "x")"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .b: .post
        #if DEBUG
        default: .get
        #endif
        }
    }
}
