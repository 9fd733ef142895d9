// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") case a
    @HEAD("/a") case b
    @POST("/a") case c
    @PUT("/a") case d
    @PATCH("/a") case e
    @DELETE("/a") case f
    @OPTIONS("/a") case g
}

// MARK: Expansion

enum Users {
    case a
    case b
    case c
    case d
    case e
    case f
    case g
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .b: return .head
        case .c: return .post
        case .d: return .put
        case .e: return .patch
        case .f: return .delete
        case .g: return .options
        default: return .get
        }
    }
}
