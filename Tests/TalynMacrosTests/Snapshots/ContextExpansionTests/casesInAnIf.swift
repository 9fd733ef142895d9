// swift-format-ignore-file

// MARK: Source

@API enum Users {
    #if DEBUG
    @GET("/a") case a
    #elseif os(Linux)
    @GET("/b/{b}") case b(b: Int)
    #else
    @POST("/c") case c
    #endif
    @GET("/d/{x}") case d(x: Int)
}

// MARK: Expansion

enum Users {
    #if DEBUG
    case a
    #elseif os(Linux)
    case b(b: Int)
    #else
    case c
    #endif
    case d(x: Int)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        #if DEBUG
        case .a: return "/a"
        #endif
        #if (!(DEBUG)) && (os(Linux))
        case .b(let b): return "/b/\(b, name: "b")"
        #endif
        #if (!(DEBUG)) && (!(os(Linux)))
        case .c: return "/c"
        #endif
        case .d(let x): return "/d/\(x, name: "x")"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        #if (!(DEBUG)) && (!(os(Linux)))
        case .c: return .post
        #endif
        default: return .get
        }
    }
}
